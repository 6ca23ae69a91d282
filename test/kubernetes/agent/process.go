package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
)

// process is the first process of a container, number 1 in a PID namespace: when it ends, all below it do.
type process struct {
	entry       *entry
	command     *exec.Cmd
	outOfMemory atomic.Bool
	// failure is why the container could not be started; it has ended then.
	failure string
	streams sync.WaitGroup
	ended   chan struct{}
}

type ending struct{ code int32 }

// startProcess returns once the container's own command runs, or could not.
func startProcess(entry *entry, logAt string) *process {
	p := &process{entry: entry, ended: make(chan struct{})}
	if err := p.start(entry, logAt); err != nil {
		p.failure = err.Error()
	}
	return p
}

func (p *process) start(entry *entry, logAt string) error {
	if err := os.MkdirAll(filepath.Dir(logAt), 0o755); err != nil {
		return err
	}
	log, err := createLog(logAt)
	if err != nil {
		return err
	}
	orders, ordersIn, err := os.Pipe()
	if err != nil {
		return err
	}
	faults, faultsIn, err := os.Pipe()
	if err != nil {
		return err
	}
	p.command = commandApart()
	p.command.ExtraFiles = []*os.File{orders, faultsIn}
	out, err := p.output("stdout", log)
	if err != nil {
		return err
	}
	errs, err := p.output("stderr", log)
	if err != nil {
		return err
	}
	p.command.Stdout, p.command.Stderr = out, errs
	err = p.command.Start()
	for _, end := range []io.Closer{out, errs, orders, faultsIn} {
		_ = end.Close()
	}
	if err != nil {
		return err
	}
	_ = json.NewEncoder(ordersIn).Encode(entry)
	_ = ordersIn.Close()
	// The pipe closes by itself when the container's command takes over.
	fault, _ := io.ReadAll(faults)
	_ = faults.Close()
	if len(fault) > 0 {
		_ = p.command.Wait()
		return &startError{string(bytes.TrimSpace(fault))}
	}
	return nil
}

// commandApart is this program once more, in namespaces of its own.
func commandApart() *exec.Cmd {
	command := exec.Command("/proc/self/exe", enterWord)
	command.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags: syscall.CLONE_NEWNS | syscall.CLONE_NEWPID | syscall.CLONE_NEWUTS | syscall.CLONE_NEWIPC,
		Setsid:     true,
		// Even an agent that is killed takes its containers along.
		Pdeathsig: syscall.SIGKILL,
	}
	return command
}

// output is the end of a pipe to write to; what comes through goes into the log.
func (p *process) output(stream string, log *logFile) (*os.File, error) {
	read, write, err := os.Pipe()
	if err == nil {
		p.streams.Go(func() { log.take(stream, read) })
	}
	return write, err
}

type startError struct{ why string }

func (e *startError) Error() string {
	return "failed to create containerd task: failed to create shim task: OCI runtime create failed: runc create failed: " +
		"unable to start container process: error during container init: " + e.why
}

func (p *process) isRunning() bool {
	select {
	case <-p.ended:
		return false
	default:
		return true
	}
}

func (p *process) wait() ending {
	defer close(p.ended)
	if p.failure != "" {
		return ending{128}
	}
	_ = p.command.Wait()
	p.streams.Wait()
	status, isUnix := p.command.ProcessState.Sys().(syscall.WaitStatus)
	if isUnix && status.Signaled() {
		return ending{128 + int32(status.Signal())}
	}
	return ending{int32(p.command.ProcessState.ExitCode())}
}

func (p *process) pid() int {
	if p.command == nil || p.command.Process == nil {
		return 0
	}
	return p.command.Process.Pid
}

func (p *process) terminate() { p.signal(syscall.SIGTERM) }
func (p *process) kill()      { p.signal(syscall.SIGKILL) }

func (p *process) signal(signal syscall.Signal) {
	if p.failure == "" && p.command.Process != nil {
		_ = p.command.Process.Signal(signal)
	}
}
