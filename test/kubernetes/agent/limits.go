package main

import (
	"bufio"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
)

// watchMemory ends the container, all of it, once its processes together hold more than its limit.
func (c *container) watchMemory(process *process) {
	limit := c.spec.Resources.Limits.Memory().Value()
	if limit == 0 || process.failure != "" {
		return
	}
	for process.isRunning() {
		held := memoryBelow(process.pid())
		if held > limit {
			process.outOfMemory.Store(true)
			process.kill()
			return
		}
		// Closer to the limit it looks more often: what grows fast must not get far beyond.
		pause := 250 * time.Millisecond
		if held > limit/2 {
			pause = 50 * time.Millisecond
		}
		time.Sleep(pause)
	}
}

// memoryBelow is what a process and all its descendants hold of their own, in bytes; what they share is counted once.
func memoryBelow(pid int) int64 {
	total := memoryOf(pid)
	threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, thread := range threads {
		text, _ := os.ReadFile(thread)
		for _, word := range strings.Fields(string(text)) {
			if child, err := strconv.Atoi(word); err == nil {
				total += memoryBelow(child)
			}
		}
	}
	return total
}

func memoryOf(pid int) int64 {
	file, err := os.Open(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	if err != nil {
		return 0
	}
	defer file.Close()
	total := int64(0)
	for lines := bufio.NewScanner(file); lines.Scan(); {
		fields := strings.Fields(lines.Text())
		if len(fields) == 3 && (fields[0] == "Pss_Anon:" || fields[0] == "Pss_Shmem:") {
			kib, _ := strconv.ParseInt(fields[1], 10, 64)
			total += kib * 1024
		}
	}
	return total
}

// watchStorage evicts the pod once it has written more than it may. A kubelet looks every ten seconds.
func (w *podWorker) watchStorage() {
	for w.limitsStorage() {
		select {
		case <-w.wanted.Done():
			return
		case <-time.After(300 * time.Millisecond):
		}
		if message := w.overStorage(); message != "" {
			w.evict(message)
			return
		}
	}
}

func (w *podWorker) limitsStorage() bool {
	for _, volume := range w.pod.Spec.Volumes {
		if volume.EmptyDir != nil && volume.EmptyDir.SizeLimit != nil {
			return true
		}
	}
	for _, spec := range w.pod.Spec.Containers {
		if !spec.Resources.Limits.StorageEphemeral().IsZero() {
			return true
		}
	}
	return false
}

// overStorage is the kubelet's sentence about the first limit that is exceeded.
func (w *podWorker) overStorage() string {
	total := int64(0)
	for _, volume := range w.pod.Spec.Volumes {
		if volume.EmptyDir == nil || volume.EmptyDir.Medium == v1.StorageMediumMemory {
			continue
		}
		used := sizeOf(filepath.Join(w.dir, "volumes", volume.Name))
		total += used
		if limit := volume.EmptyDir.SizeLimit; limit != nil && limit.Sign() == 1 && used > limit.Value() {
			return fmt.Sprintf("Usage of EmptyDir volume %q exceeds the limit %q. ", volume.Name, limit.String())
		}
	}
	sum, isLimited, words := resource.Quantity{}, true, ""
	for _, spec := range w.pod.Spec.Containers {
		one := w.containers[spec.Name]
		_, _, id := one.snapshot()
		used := sizeOf(filepath.Join(one.root(), "own")) + sizeOf(one.logOf(id))
		total += used
		limit := spec.Resources.Limits.StorageEphemeral()
		if limit.IsZero() {
			isLimited = false
			continue
		}
		sum.Add(*limit)
		if used > limit.Value() && words == "" {
			words = fmt.Sprintf("Container %s exceeded its local ephemeral storage limit %q. ", spec.Name, limit.String())
		}
	}
	if isLimited && total > sum.Value() {
		return fmt.Sprintf("Pod ephemeral local storage usage exceeds the total limit of containers %s. ", sum.String())
	}
	return words
}

// sizeOf is what a file, or all below a folder, takes on the disk, in bytes.
func sizeOf(at string) int64 {
	total := int64(0)
	_ = filepath.WalkDir(at, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if about, err := entry.Info(); err == nil && !entry.IsDir() {
			if stat, isUnix := about.Sys().(*syscall.Stat_t); isUnix {
				total += stat.Blocks * 512
			}
		}
		return nil
	})
	return total
}
