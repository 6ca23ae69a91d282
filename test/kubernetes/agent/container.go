package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/uuid"
)

// A kubelet waits 10 s, 20 s, 40 s and so on up to five minutes; tests have less time.
const (
	firstBackOff = time.Second
	mostBackOff  = 8 * time.Second
)

// idScheme stands before the id of each start of a container, where others have "containerd://".
const idScheme = "processes://"

// container is one container of a pod through all its restarts. What changes is guarded by the worker's mutex.
type container struct {
	worker *podWorker
	spec   *v1.Container
	isInit bool

	state, last v1.ContainerState
	restarts    int32
	id          string
	process     *process
	gpus        []int
}

func newContainer(worker *podWorker, spec *v1.Container, isInit bool) *container {
	c := &container{worker: worker, spec: spec, isInit: isInit}
	reason := "ContainerCreating"
	if len(worker.pod.Spec.InitContainers) > 0 {
		reason = "PodInitializing"
	}
	c.state.Waiting = &v1.ContainerStateWaiting{Reason: reason}
	return c
}

func (c *container) isSidecar() bool {
	return c.isInit && c.spec.RestartPolicy != nil && *c.spec.RestartPolicy == v1.ContainerRestartPolicyAlways
}

// dir holds the logs and, below root, the file system of the running container.
func (c *container) dir() string  { return filepath.Join(c.worker.dir, c.spec.Name) }
func (c *container) root() string { return filepath.Join(c.dir(), "root") }

// logOf is the log of one start, which has an id of its own.
func (c *container) logOf(id string) string { return filepath.Join(c.dir(), id+".log") }

// run starts the container, and again as its policy wants, until it has ended for good or is no longer wanted.
func (c *container) run() {
	wait := time.Duration(0)
	for c.pull() && c.runOnce() && c.shallRestart() {
		if wait > 0 && !c.backOff(wait) {
			return
		}
		wait = min(max(firstBackOff, 2*wait), mostBackOff)
		c.worker.mu.Lock()
		c.restarts++
		c.worker.mu.Unlock()
	}
}

// runOnce lives through one start of the container. False: the pod no longer wants it.
func (c *container) runOnce() bool {
	entry, isWanted := c.configure()
	if !isWanted {
		return false
	}
	if !c.begin(entry) {
		return false
	}
	go c.watchMemory(c.process)
	ended := c.process.wait()
	c.worker.mu.Lock()
	c.state = v1.ContainerState{Terminated: c.terminated(ended)}
	c.process = nil
	c.worker.mu.Unlock()
	c.worker.changed()
	return true
}

func (c *container) begin(entry *entry) bool {
	c.worker.mu.Lock()
	defer c.worker.mu.Unlock()
	if c.worker.wanted.Err() != nil {
		return false
	}
	c.id = strings.ReplaceAll(string(uuid.NewUUID()), "-", "")
	c.event(v1.EventTypeNormal, "Created", "Container created")
	c.process = startProcess(entry, c.logOf(c.id))
	if c.process.failure != "" {
		c.event(v1.EventTypeWarning, "Failed", "Error: "+c.process.failure)
	} else {
		c.event(v1.EventTypeNormal, "Started", "Container started")
	}
	if c.state.Terminated != nil {
		c.last = v1.ContainerState{Terminated: c.state.Terminated}
	}
	c.state = v1.ContainerState{Running: &v1.ContainerStateRunning{StartedAt: metav1.Now()}}
	c.worker.changedLocked()
	return true
}

// terminated is how containerd and the kubelet tell an end. Signals appear as 128 and their number alone.
func (c *container) terminated(ended ending) *v1.ContainerStateTerminated {
	state := &v1.ContainerStateTerminated{
		ExitCode: ended.code, Reason: "Completed", FinishedAt: metav1.Now(), ContainerID: idScheme + c.id,
	}
	if c.state.Running != nil {
		state.StartedAt = c.state.Running.StartedAt
	}
	switch {
	case c.process.failure != "":
		state.ExitCode, state.Reason, state.Message = 128, "StartError", c.process.failure
		return state
	case c.process.outOfMemory.Load():
		state.ExitCode, state.Reason = 137, "OOMKilled"
	case ended.code != 0:
		state.Reason = "Error"
	}
	state.Message = c.lastWords(ended.code)
	return state
}

// lastWords is what the container left in its termination message, or at the end of its log where that is asked for.
func (c *container) lastWords(code int32) string {
	const most = 4096
	text, _ := os.ReadFile(c.messageFile())
	if len(text) == 0 && code != 0 && c.spec.TerminationMessagePolicy == v1.TerminationMessageFallbackToLogsOnError {
		text = endOfLog(c.logOf(c.id), 80)
		if len(text) > 2048 {
			text = text[len(text)-2048:]
		}
	}
	return string(text[:min(len(text), most)])
}

func (c *container) messageFile() string { return filepath.Join(c.dir(), "termination-log") }

func (c *container) shallRestart() bool {
	c.worker.mu.Lock()
	defer c.worker.mu.Unlock()
	if c.worker.wanted.Err() != nil {
		return false
	}
	policy := c.worker.pod.Spec.RestartPolicy
	// An init container that is done stays done.
	if c.isInit && policy == v1.RestartPolicyAlways {
		policy = v1.RestartPolicyOnFailure
	}
	if c.spec.RestartPolicy != nil {
		policy = v1.RestartPolicy(*c.spec.RestartPolicy)
	}
	return policy == v1.RestartPolicyAlways || policy == v1.RestartPolicyOnFailure && c.state.Terminated.ExitCode != 0
}

func (c *container) backOff(wait time.Duration) bool {
	c.worker.mu.Lock()
	c.last = v1.ContainerState{Terminated: c.state.Terminated}
	message := fmt.Sprintf("back-off %s restarting failed container=%s pod=%s", wait, c.spec.Name, c.worker)
	c.state = v1.ContainerState{Waiting: &v1.ContainerStateWaiting{Reason: "CrashLoopBackOff", Message: message}}
	c.worker.mu.Unlock()
	c.event(v1.EventTypeWarning, "BackOff", fmt.Sprintf("Back-off restarting failed container %s in pod %s", c.spec.Name, c.worker))
	c.worker.changed()
	isWanted := c.pause(wait)
	if !isWanted {
		c.worker.mu.Lock()
		c.state, c.last = c.last, v1.ContainerState{}
		c.worker.mu.Unlock()
	}
	return isWanted
}

// pause waits; false when the pod is no longer wanted before that.
func (c *container) pause(wait time.Duration) bool {
	select {
	case <-c.worker.wanted.Done():
		return false
	case <-time.After(wait):
		return true
	}
}

// pull takes every image for granted but those whose tag is "missing".
func (c *container) pull() bool {
	image := c.spec.Image
	if !strings.HasSuffix(image, ":missing") {
		c.event(v1.EventTypeNormal, "Pulled", fmt.Sprintf("Container image %q already present on machine and can be accessed by the pod", image))
		return c.worker.wanted.Err() == nil
	}
	full := image
	if !strings.Contains(strings.SplitN(image, "/", 2)[0], ".") {
		full = "docker.io/library/" + image
	}
	failure := fmt.Sprintf("rpc error: code = NotFound desc = failed to pull and unpack image %q: failed to resolve reference %q: %s: not found", full, full, full)
	for wait := firstBackOff; ; wait = min(2*wait, mostBackOff) {
		c.event(v1.EventTypeNormal, "Pulling", fmt.Sprintf("Pulling image %q", image))
		c.event(v1.EventTypeWarning, "Failed", fmt.Sprintf("Failed to pull image %q: %s", image, failure))
		c.event(v1.EventTypeWarning, "Failed", "Error: ErrImagePull")
		c.wait("ErrImagePull", failure)
		if !c.pause(firstBackOff) {
			return false
		}
		c.event(v1.EventTypeNormal, "BackOff", fmt.Sprintf("Back-off pulling image %q", image))
		c.event(v1.EventTypeWarning, "Failed", "Error: ImagePullBackOff")
		c.wait("ImagePullBackOff", fmt.Sprintf("Back-off pulling image %q: ErrImagePull: %s", image, failure))
		if !c.pause(wait) {
			return false
		}
	}
}

func (c *container) wait(reason, message string) {
	c.worker.mu.Lock()
	if c.state.Terminated != nil {
		c.last = v1.ContainerState{Terminated: c.state.Terminated}
	}
	c.state = v1.ContainerState{Waiting: &v1.ContainerStateWaiting{Reason: reason, Message: message}}
	c.worker.mu.Unlock()
	c.worker.changed()
}

func (c *container) event(kind, reason, message string) {
	pod := c.worker.pod
	list := "containers"
	if c.isInit {
		list = "initContainers"
	}
	c.worker.node.tell(&v1.ObjectReference{
		Kind: "Pod", APIVersion: "v1", Namespace: pod.Namespace, Name: pod.Name, UID: pod.UID,
		FieldPath: fmt.Sprintf("spec.%s{%s}", list, c.spec.Name),
	}, kind, reason, message)
}

// status is as a kubelet lists it. Callers hold the worker's mutex.
func (c *container) status() v1.ContainerStatus {
	status := v1.ContainerStatus{
		Name: c.spec.Name, Image: c.spec.Image, State: c.state, LastTerminationState: c.last, RestartCount: c.restarts,
		Ready: c.state.Running != nil && c.process != nil && c.process.failure == "",
	}
	if c.isInit && !c.isSidecar() {
		status.Ready = c.state.Terminated != nil && c.state.Terminated.ExitCode == 0
	}
	isStarted := c.state.Running != nil
	status.Started = &isStarted
	if c.id != "" {
		status.ContainerID = idScheme + c.id
		status.ImageID = c.spec.Image
		if !strings.Contains(c.spec.Image, "@sha256:") {
			status.ImageID = fmt.Sprintf("%s@sha256:%x", c.spec.Image, sha256.Sum256([]byte(c.spec.Image)))
		}
	}
	return status
}

// lose is for a container that another kubelet had started and of which nothing is left. Callers hold the mutex.
func (c *container) lose() {
	pod := c.worker.latest()
	for _, known := range append(pod.Status.InitContainerStatuses, pod.Status.ContainerStatuses...) {
		if known.Name != c.spec.Name || known.ContainerID == "" {
			continue
		}
		c.id = strings.TrimPrefix(known.ContainerID, idScheme)
		c.restarts, c.state, c.last = known.RestartCount, known.State, known.LastTerminationState
		if c.state.Terminated != nil {
			continue
		}
		c.state = v1.ContainerState{Terminated: &v1.ContainerStateTerminated{
			ExitCode: 137, Reason: "ContainerStatusUnknown", ContainerID: known.ContainerID,
			Message: "The container could not be located when the pod was terminated",
		}}
		c.restarts++
	}
}

// snapshot is what the container is at this moment.
func (c *container) snapshot() (state, last v1.ContainerState, id string) {
	c.worker.mu.Lock()
	defer c.worker.mu.Unlock()
	return c.state, c.last, c.id
}

func (c *container) hasSucceeded() bool {
	c.worker.mu.Lock()
	defer c.worker.mu.Unlock()
	return c.state.Terminated != nil && c.state.Terminated.ExitCode == 0
}

// terminate asks the container's first process to end.
func (c *container) terminate() {
	c.worker.mu.Lock()
	defer c.worker.mu.Unlock()
	if c.process != nil {
		c.event(v1.EventTypeNormal, "Killing", "Stopping container "+c.spec.Name)
		c.process.terminate()
	}
}

func (c *container) kill() {
	c.worker.mu.Lock()
	defer c.worker.mu.Unlock()
	if c.process != nil {
		c.process.kill()
	}
}

func (c *container) waitForStart() bool {
	for c.worker.wanted.Err() == nil {
		c.worker.mu.Lock()
		isThere := c.state.Running != nil
		c.worker.mu.Unlock()
		if isThere {
			return true
		}
		c.pause(20 * time.Millisecond)
	}
	return false
}

func (c *container) waitForEnd() {
	for {
		c.worker.mu.Lock()
		isThere := c.process != nil
		c.worker.mu.Unlock()
		if !isThere {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
}
