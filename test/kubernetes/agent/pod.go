package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// podWorker takes one pod from its binding to its burial. It is the only writer of the pod's status.
type podWorker struct {
	node *Node
	dir  string

	// alive ends when the machine is lost or the agent ends: from then on nothing is reported.
	alive context.Context
	drop  context.CancelFunc
	// wanted ends when the pod is to stop, for whichever reason.
	wanted context.Context
	unwant context.CancelFunc
	dirty  chan struct{}
	// reported is told of each report, and of the end.
	reported *sync.Cond
	// marked is closed when somebody deletes the object, gone when it is no longer there.
	marked chan struct{}
	gone   chan struct{}
	// ended is closed when nothing of the worker is left.
	ended chan struct{}

	// pod is the object as it came, for what never changes in it; newest is for all else.
	pod    *v1.Pod
	newest atomic.Pointer[v1.Pod]

	mu         sync.Mutex
	containers map[string]*container
	// mounts is where each volume of the pod lies on this machine.
	mounts map[string]volumePlace
	// verdict is why the kubelet itself ended the pod: Evicted, DeadlineExceeded.
	verdict *verdict
	// hasBegun: all init containers are done. isOver: nothing runs any more.
	hasBegun, isOver bool
	// grace is what the deletion allows, in seconds.
	grace            int64
	isMarked, isGone bool
	// changes counts what there is to report, told how much of it was.
	changes, told int
	startTime     metav1.Time
}

type verdict struct{ reason, message string }

func newPodWorker(node *Node, pod *v1.Pod) *podWorker {
	w := &podWorker{
		node: node, pod: pod, startTime: metav1.Now(), dir: filepath.Join(node.agent.dir, "pods", string(pod.UID)),
		containers: map[string]*container{}, mounts: map[string]volumePlace{},
		dirty: make(chan struct{}, 1), marked: make(chan struct{}), gone: make(chan struct{}), ended: make(chan struct{}),
	}
	w.newest.Store(pod)
	w.alive, w.drop = context.WithCancel(node.agent.ctx)
	w.wanted, w.unwant = context.WithCancel(w.alive)
	w.reported = sync.NewCond(&w.mu)
	for index := range pod.Spec.InitContainers {
		spec := &pod.Spec.InitContainers[index]
		w.containers[spec.Name] = newContainer(w, spec, true)
	}
	for index := range pod.Spec.Containers {
		spec := &pod.Spec.Containers[index]
		w.containers[spec.Name] = newContainer(w, spec, false)
	}
	return w
}

func (w *podWorker) latest() *v1.Pod {
	return w.newest.Load()
}

// observe takes the newest object, and its wish to be deleted.
func (w *podWorker) observe(pod *v1.Pod) {
	w.newest.Store(pod)
	w.mu.Lock()
	grace := pod.DeletionGracePeriodSeconds
	isNews := grace != nil && (!w.isMarked || *grace < w.grace)
	if isNews {
		w.grace = *grace
	}
	if isNews && !w.isMarked {
		w.isMarked = true
		close(w.marked)
	}
	w.mu.Unlock()
	if isNews {
		w.stop(time.Duration(*grace) * time.Second)
	}
}

// vanish is for a pod whose object is gone while its containers may run.
func (w *podWorker) vanish() {
	w.mu.Lock()
	grace := w.pod.Spec.TerminationGracePeriodSeconds
	if !w.isGone {
		w.isGone = true
		close(w.gone)
	}
	w.reported.Broadcast()
	w.mu.Unlock()
	if w.wanted.Err() == nil {
		w.stop(time.Duration(*grace) * time.Second)
	}
}

// run is the life of the pod on this node.
func (w *podWorker) run() {
	go w.reportChanges()
	defer close(w.ended)
	defer w.drop()
	go func() {
		<-w.alive.Done()
		w.killAll()
		w.mu.Lock()
		w.reported.Broadcast()
		w.mu.Unlock()
	}()
	if isTerminal(w.latest()) {
		w.isOver = true
	} else if hadStarted(w.latest()) && !w.mourn() {
		w.changed()
	} else {
		w.live()
	}
	w.tidyUp()
	w.bury()
}

func isTerminal(pod *v1.Pod) bool {
	return pod.Status.Phase == v1.PodSucceeded || pod.Status.Phase == v1.PodFailed
}

// hadStarted: another kubelet has begun with it, on this machine before it was lost.
func hadStarted(pod *v1.Pod) bool {
	for _, status := range append(pod.Status.InitContainerStatuses, pod.Status.ContainerStatuses...) {
		if status.ContainerID != "" {
			return true
		}
	}
	return false
}

func (w *podWorker) live() {
	w.changed()
	if deadline := w.pod.Spec.ActiveDeadlineSeconds; deadline != nil {
		timer := time.AfterFunc(time.Duration(*deadline)*time.Second, w.overrun)
		defer timer.Stop()
	}
	if w.prepareVolumes() {
		if w.runInits() {
			go w.watchStorage()
			w.runAll()
		}
		w.endSidecars()
	}
	w.mu.Lock()
	w.isOver = true
	w.mu.Unlock()
	w.changed()
}

// runInits runs one after the other; those that restart always stay beside the others. False: the pod ends here.
func (w *podWorker) runInits() bool {
	for index := range w.pod.Spec.InitContainers {
		one := w.containers[w.pod.Spec.InitContainers[index].Name]
		if one.isSidecar() {
			go one.run()
			if !one.waitForStart() {
				return false
			}
			continue
		}
		if one.run(); !one.hasSucceeded() {
			return false
		}
	}
	w.mu.Lock()
	w.hasBegun = true
	w.mu.Unlock()
	return w.wanted.Err() == nil
}

func (w *podWorker) runAll() {
	var running sync.WaitGroup
	for index := range w.pod.Spec.Containers {
		one := w.containers[w.pod.Spec.Containers[index].Name]
		running.Go(one.run)
	}
	running.Wait()
}

// endSidecars asks them once the others have ended, in reverse order and within what is left of the pod's grace.
func (w *podWorker) endSidecars() {
	grace := time.Duration(*w.pod.Spec.TerminationGracePeriodSeconds) * time.Second
	defer time.AfterFunc(grace, w.killAll).Stop()
	w.unwant()
	for index := len(w.pod.Spec.InitContainers) - 1; index >= 0; index-- {
		one := w.containers[w.pod.Spec.InitContainers[index].Name]
		if one.isSidecar() {
			one.terminate()
			one.waitForEnd()
		}
	}
}

// stop asks the containers to end and kills them after the grace; a later call may only shorten it.
func (w *podWorker) stop(grace time.Duration) {
	isFirst := w.wanted.Err() == nil
	w.unwant()
	if isFirst {
		for _, one := range w.containers {
			if !one.isSidecar() {
				one.terminate()
			}
		}
	}
	time.AfterFunc(grace, w.killAll)
}

func (w *podWorker) killAll() {
	for _, one := range w.containers {
		one.kill()
	}
}

// evict ends the pod for something it used, and leaves its object to tell of that.
func (w *podWorker) evict(message string) {
	w.condemn(verdict{"Evicted", message}, time.Second)
	w.node.tell(w.latest(), v1.EventTypeWarning, "Evicted", message)
}

func (w *podWorker) overrun() {
	message := "Pod was active on the node longer than the specified deadline"
	grace := time.Duration(*w.pod.Spec.TerminationGracePeriodSeconds) * time.Second
	w.condemn(verdict{"DeadlineExceeded", message}, grace)
	w.node.tell(w.latest(), v1.EventTypeNormal, "DeadlineExceeded", message)
}

func (w *podWorker) condemn(why verdict, grace time.Duration) {
	w.mu.Lock()
	if w.verdict == nil {
		w.verdict = &why
	}
	w.mu.Unlock()
	w.stop(grace)
}

// mourn is what a kubelet does that comes back and finds nothing of a pod that it had started. True: it starts again.
func (w *podWorker) mourn() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, one := range w.containers {
		one.lose()
	}
	startsAgain := w.pod.Spec.RestartPolicy != v1.RestartPolicyNever && w.latest().DeletionTimestamp == nil
	w.isOver, w.hasBegun = !startsAgain, !startsAgain
	return startsAgain
}

func (w *podWorker) tidyUp() {
	w.releaseVolumes()
	w.node.returnGPUs(w.pod.UID)
	_ = os.RemoveAll(filepath.Join(w.dir, "volumes"))
	for _, one := range w.containers {
		_ = os.RemoveAll(one.root())
	}
}

// bury waits until somebody deletes the ended pod, and removes its object then, as only the kubelet may.
func (w *podWorker) bury() {
	select {
	case <-w.marked:
	case <-w.gone:
	case <-w.alive.Done():
	}
	w.waitUntilReported()
	for w.alive.Err() == nil && !w.isAway() {
		if w.node.waitForNetwork(w.alive) != nil {
			return
		}
		pod := w.latest()
		err := w.node.agent.client.CoreV1().Pods(pod.Namespace).Delete(w.alive, pod.Name, metav1.DeleteOptions{
			GracePeriodSeconds: new(int64), Preconditions: &metav1.Preconditions{UID: &pod.UID},
		})
		if err == nil || errors.IsNotFound(err) || errors.IsConflict(err) {
			break
		}
		time.Sleep(300 * time.Millisecond)
	}
	if w.alive.Err() == nil {
		_ = os.RemoveAll(w.dir)
		w.node.forget(w.pod.UID)
	}
}

func (w *podWorker) isAway() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.isGone
}

func (w *podWorker) String() string {
	return fmt.Sprintf("%s_%s(%s)", w.pod.Name, w.pod.Namespace, w.pod.UID)
}
