package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strconv"
	"sync"

	"github.com/creack/pty"
	"k8s.io/cri-streaming/pkg/streaming/remotecommand"
	utilexec "k8s.io/utils/exec"
)

// streamer runs commands beside the containers of one node.
type streamer struct{ node *Node }

// Exec enters the namespaces of a running container. A client that goes away takes its streams with it, not the process.
func (s *streamer) Exec(_ context.Context, id string, command []string, in io.Reader, out, errs io.WriteCloser, tty bool, resize <-chan remotecommand.TerminalSize) error {
	entered, err := s.enter(id, command)
	if err != nil {
		return err
	}
	if tty {
		err = runInTerminal(entered, in, out, resize)
	} else {
		err = runWithPipes(entered, in, out, errs)
	}
	if ended, hasEnded := err.(*exec.ExitError); hasEnded {
		return utilexec.CodeExitError{Err: ended, Code: ended.ExitCode()}
	}
	return err
}

func (s *streamer) enter(id string, command []string) (*exec.Cmd, error) {
	one := s.node.withId(id)
	if one == nil {
		return nil, fmt.Errorf("container %s not found", id)
	}
	one.worker.mu.Lock()
	process := one.process
	one.worker.mu.Unlock()
	if process == nil || process.pid() == 0 {
		return nil, fmt.Errorf("container is not running")
	}
	entry := process.entry
	words := []string{
		"--target", strconv.Itoa(process.pid()), "--mount", "--pid", "--uts", "--ipc", "--root", "--wd",
		"--setuid", strconv.Itoa(entry.User), "--setgid", strconv.Itoa(entry.Group), "--",
	}
	made := exec.Command("nsenter", append(words, command...)...)
	made.Env = entry.Env
	return made, nil
}

func (n *Node) withId(id string) *container {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, worker := range n.workers {
		worker.mu.Lock()
		for _, one := range worker.containers {
			if one.id == id {
				worker.mu.Unlock()
				return one
			}
		}
		worker.mu.Unlock()
	}
	return nil
}

func runWithPipes(command *exec.Cmd, in io.Reader, out, errs io.WriteCloser) error {
	var copies sync.WaitGroup
	if out != nil {
		end, err := pipeTo(out, &copies)
		if err != nil {
			return err
		}
		defer end.Close()
		command.Stdout = end
	}
	if errs != nil {
		end, err := pipeTo(errs, &copies)
		if err != nil {
			return err
		}
		defer end.Close()
		command.Stderr = end
	}
	if in != nil {
		input, err := command.StdinPipe()
		if err != nil {
			return err
		}
		go func() {
			_, _ = io.Copy(input, in)
			_ = input.Close()
		}()
	}
	if err := command.Start(); err != nil {
		return err
	}
	for _, end := range []io.Writer{command.Stdout, command.Stderr} {
		if file, isFile := end.(*os.File); isFile {
			_ = file.Close()
		}
	}
	err := command.Wait()
	copies.Wait()
	return err
}

// pipeTo is an end to write to. When the client is gone, so is the pipe: who writes on gets SIGPIPE.
func pipeTo(to io.Writer, copies *sync.WaitGroup) (*os.File, error) {
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	copies.Go(func() {
		_, _ = io.Copy(to, read)
		_ = read.Close()
	})
	return write, nil
}

func runInTerminal(command *exec.Cmd, in io.Reader, out io.Writer, resize <-chan remotecommand.TerminalSize) error {
	terminal, err := pty.Start(command)
	if err != nil {
		return err
	}
	defer terminal.Close()
	go func() {
		for size := range resize {
			_ = pty.Setsize(terminal, &pty.Winsize{Rows: size.Height, Cols: size.Width})
		}
	}()
	if in != nil {
		go func() { _, _ = io.Copy(terminal, in) }()
	}
	copied := make(chan struct{})
	go func() {
		if out != nil {
			_, _ = io.Copy(out, terminal)
		}
		close(copied)
	}()
	err = command.Wait()
	<-copied
	return err
}

func (s *streamer) Attach(context.Context, string, io.Reader, io.WriteCloser, io.WriteCloser, bool, <-chan remotecommand.TerminalSize) error {
	return fmt.Errorf("attach is not supported here")
}

// PortForward reaches this machine itself, whose network every pod shares.
func (s *streamer) PortForward(ctx context.Context, _ string, port int32, stream io.ReadWriteCloser) error {
	connection, err := (&net.Dialer{}).DialContext(ctx, "tcp", fmt.Sprintf("%s:%d", loopback, port))
	if err != nil {
		return err
	}
	go func() {
		_, _ = io.Copy(connection, stream)
		_ = connection.(*net.TCPConn).CloseWrite()
	}()
	_, err = io.Copy(stream, connection)
	return err
}
