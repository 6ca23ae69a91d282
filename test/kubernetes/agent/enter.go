package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// enterWord is the first argument by which the agent starts itself as the first process of a container.
const enterWord = "enter-container"

// entry is all that the first process needs to know.
type entry struct {
	// Root is a folder of the container's own: what it writes beside its volumes is kept there and goes with it.
	Root        string
	IsReadOnly  bool
	Hostname    string
	Mounts      []mount
	Message     mount
	Env         []string
	Command     []string
	Dir         string
	User, Group int
	Groups      []int
}

// mount shows a folder or file of this machine at a path in the container.
type mount struct {
	From, To   string
	IsReadOnly bool
}

// enterContainer becomes the container's command. It runs in fresh mount, PID, UTS and IPC namespaces.
func enterContainer() {
	runtime.LockOSThread()
	var entry entry
	orders, faults := os.NewFile(3, "orders"), os.NewFile(4, "faults")
	err := json.NewDecoder(orders).Decode(&entry)
	_ = orders.Close()
	unix.CloseOnExec(4)
	if err == nil {
		err = entry.become()
	}
	fmt.Fprintln(faults, err)
	os.Exit(128)
}

func (e *entry) become() error {
	for _, step := range []func() error{e.makeRoot, e.makeDevices, e.mountAll, e.leaveHost, e.becomeUser} {
		if err := step(); err != nil {
			return err
		}
	}
	for _, each := range e.Env {
		if path, isPath := strings.CutPrefix(each, "PATH="); isPath {
			os.Setenv("PATH", path)
		}
	}
	if err := os.MkdirAll(e.Dir, 0o755); err != nil {
		return err
	}
	if err := os.Chdir(e.Dir); err != nil {
		return err
	}
	program, err := exec.LookPath(e.Command[0])
	if err != nil {
		return fmt.Errorf("exec: %q: executable file not found in $PATH", e.Command[0])
	}
	return fmt.Errorf("exec: %q: %w", program, syscall.Exec(program, e.Command, e.Env))
}

// host is where the machine's own file system stands until all mounts are made.
const host = "/.host"

// makeRoot lays an empty layer over the machine's root: the container sees its files and changes none of them.
func (e *entry) makeRoot() error {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return err
	}
	root := filepath.Join(e.Root, "all")
	layers := fmt.Sprintf("lowerdir=/,upperdir=%s,workdir=%s", filepath.Join(e.Root, "own"), filepath.Join(e.Root, "work"))
	if err := unix.Mount("overlay", root, "overlay", 0, layers); err != nil {
		return fmt.Errorf("overlay on %s: %w", root, err)
	}
	if err := os.MkdirAll(root+host, 0o700); err != nil {
		return err
	}
	if err := unix.PivotRoot(root, root+host); err != nil {
		return fmt.Errorf("pivot_root: %w", err)
	}
	if err := os.Chdir("/"); err != nil {
		return err
	}
	if err := unix.Mount("proc", "/proc", "proc", 0, ""); err != nil {
		return err
	}
	if err := unix.Sethostname([]byte(e.Hostname)); err != nil {
		return err
	}
	return showOtherDisks()
}

// showOtherDisks shows what is mounted directly below the machine's root, which the layer does not see.
func showOtherDisks() error {
	var root unix.Stat_t
	if err := unix.Stat(host, &root); err != nil {
		return err
	}
	folders, err := os.ReadDir(host)
	if err != nil {
		return err
	}
	for _, folder := range folders {
		var other unix.Stat_t
		at := "/" + folder.Name()
		if !folder.IsDir() || at == "/proc" || at == "/dev" || at == host || unix.Stat(host+at, &other) != nil || other.Dev == root.Dev {
			continue
		}
		if err := unix.Mount(host+at, at, "", unix.MS_BIND|unix.MS_REC, ""); err != nil {
			return fmt.Errorf("%s: %w", at, err)
		}
	}
	return nil
}

// makeDevices gives what container runtimes give; of shared memory 64 MiB, as they do.
func (e *entry) makeDevices() error {
	if err := unix.Mount("tmpfs", "/dev", "tmpfs", 0, "mode=755,size=1m"); err != nil {
		return err
	}
	devices, _ := filepath.Glob(host + "/dev/nvidia*")
	for _, name := range []string{"null", "zero", "full", "random", "urandom", "tty"} {
		devices = append(devices, host+"/dev/"+name)
	}
	for _, device := range devices {
		if err := bind(mount{From: strings.TrimPrefix(device, host), To: "/dev/" + filepath.Base(device)}); err != nil {
			return err
		}
	}
	for _, each := range []struct{ kind, at, how string }{
		{"devpts", "/dev/pts", "newinstance,ptmxmode=0666,mode=620"}, {"tmpfs", "/dev/shm", "mode=1777,size=64m"},
	} {
		if err := os.Mkdir(each.at, 0o755); err != nil {
			return err
		}
		if err := unix.Mount(each.kind, each.at, each.kind, 0, each.how); err != nil {
			return fmt.Errorf("%s: %w", each.at, err)
		}
	}
	for at, to := range map[string]string{
		"fd": "/proc/self/fd", "stdin": "/proc/self/fd/0", "stdout": "/proc/self/fd/1", "stderr": "/proc/self/fd/2", "ptmx": "pts/ptmx",
	} {
		if err := os.Symlink(to, "/dev/"+at); err != nil {
			return err
		}
	}
	return nil
}

func (e *entry) mountAll() error {
	for _, each := range append(e.Mounts, e.Message) {
		if err := bind(each); err != nil {
			return fmt.Errorf("mount %s: %w", each.To, err)
		}
	}
	return nil
}

func bind(what mount) error {
	from := host + what.From
	about, err := os.Stat(from)
	if err != nil {
		return err
	}
	if about.IsDir() {
		err = os.MkdirAll(what.To, 0o755)
	} else if err = os.MkdirAll(filepath.Dir(what.To), 0o755); err == nil {
		var file *os.File
		if file, err = os.OpenFile(what.To, os.O_CREATE, 0o644); err == nil {
			err = file.Close()
		}
	}
	if err != nil {
		return err
	}
	if err := unix.Mount(from, what.To, "", unix.MS_BIND|unix.MS_REC, ""); err != nil {
		return err
	}
	if what.IsReadOnly {
		return unix.Mount("", what.To, "", unix.MS_BIND|unix.MS_REMOUNT|unix.MS_RDONLY, "")
	}
	return nil
}

func (e *entry) leaveHost() error {
	if err := unix.Unmount(host, unix.MNT_DETACH); err != nil {
		return err
	}
	if err := os.Remove(host); err != nil {
		return err
	}
	if e.IsReadOnly {
		return unix.Mount("", "/", "", unix.MS_REMOUNT|unix.MS_BIND|unix.MS_RDONLY, "")
	}
	return nil
}

func (e *entry) becomeUser() error {
	if e.User == 0 && e.Group == 0 && len(e.Groups) == 0 {
		return nil
	}
	if err := syscall.Setgroups(e.Groups); err != nil {
		return err
	}
	if err := syscall.Setgid(e.Group); err != nil {
		return err
	}
	return syscall.Setuid(e.User)
}
