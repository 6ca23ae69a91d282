package main

import (
	"encoding/json"
	"fmt"
	"log"
	"strings"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// loopback is the address of every pod and node: they share the network of this machine.
const loopback = "127.0.0.1"

// changed asks for a report; several changes in a row may become one, as with a kubelet.
func (w *podWorker) changed() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.changedLocked()
}

func (w *podWorker) changedLocked() {
	w.changes++
	select {
	case w.dirty <- struct{}{}:
	default:
	}
}

func (w *podWorker) reportChanges() {
	for {
		select {
		case <-w.alive.Done():
			return
		case <-w.dirty:
		}
		for w.node.waitForNetwork(w.alive) == nil {
			w.mu.Lock()
			count := w.changes
			status := w.status()
			w.mu.Unlock()
			err := w.patch(status)
			if err == nil || errors.IsNotFound(err) || errors.IsConflict(err) {
				w.mu.Lock()
				w.told = count
				w.reported.Broadcast()
				w.mu.Unlock()
				break
			}
			if w.alive.Err() == nil {
				log.Printf("%s: status not reported: %v", w, err)
			}
			time.Sleep(300 * time.Millisecond)
		}
	}
}

// patch never touches conditions that others set, such as DisruptionTarget; the uid guards against a namesake.
func (w *podWorker) patch(status v1.PodStatus) error {
	pod := w.pod
	body, err := json.Marshal(map[string]any{"metadata": map[string]any{"uid": pod.UID}, "status": status})
	if err != nil {
		return err
	}
	pods := w.node.agent.client.CoreV1().Pods(pod.Namespace)
	_, err = pods.Patch(w.alive, pod.Name, types.StrategicMergePatchType, body, metav1.PatchOptions{}, "status")
	return err
}

func (w *podWorker) waitUntilReported() {
	w.changed()
	w.mu.Lock()
	defer w.mu.Unlock()
	for count := w.changes; w.told < count && !w.isGone && w.alive.Err() == nil; {
		w.reported.Wait()
	}
}

// status is the whole of what this kubelet says about the pod. Callers hold w.mu.
func (w *podWorker) status() v1.PodStatus {
	status := v1.PodStatus{Phase: w.phase(), HostIP: loopback, HostIPs: []v1.HostIP{{IP: loopback}}}
	status.StartTime = w.latest().Status.StartTime
	if status.StartTime == nil {
		status.StartTime = &w.startTime
	}
	if w.hasAnyStarted() {
		status.PodIP, status.PodIPs = loopback, []v1.PodIP{{IP: loopback}}
	}
	for _, spec := range w.pod.Spec.InitContainers {
		status.InitContainerStatuses = append(status.InitContainerStatuses, w.containers[spec.Name].status())
	}
	for _, spec := range w.pod.Spec.Containers {
		status.ContainerStatuses = append(status.ContainerStatuses, w.containers[spec.Name].status())
	}
	if w.verdict != nil && w.isOver {
		status.Reason, status.Message = w.verdict.reason, w.verdict.message
	}
	status.Conditions = w.conditions(status)
	return status
}

func (w *podWorker) hasAnyStarted() bool {
	for _, one := range w.containers {
		if one.id != "" {
			return true
		}
	}
	return false
}

func (w *podWorker) phase() v1.PodPhase {
	if known := w.latest(); isTerminal(known) {
		return known.Status.Phase
	}
	if !w.isOver {
		return w.phaseInLife()
	}
	if w.verdict != nil {
		return v1.PodFailed
	}
	for _, one := range w.containers {
		if one.isSidecar() {
			continue
		}
		if one.state.Terminated == nil || one.state.Terminated.ExitCode != 0 {
			return v1.PodFailed
		}
	}
	return v1.PodSucceeded
}

// phaseInLife is Pending until every container has started once; one that is to start again counts as running.
func (w *podWorker) phaseInLife() v1.PodPhase {
	if !w.hasBegun {
		return v1.PodPending
	}
	for _, one := range w.containers {
		if !one.isInit && one.id == "" {
			return v1.PodPending
		}
	}
	return v1.PodRunning
}

func (w *podWorker) conditions(status v1.PodStatus) []v1.PodCondition {
	condition := func(kind v1.PodConditionType, isTrue bool, reason, message string) v1.PodCondition {
		state := v1.ConditionFalse
		if isTrue {
			state = v1.ConditionTrue
		}
		// A change of state has its own time; what did not change keeps it.
		since := metav1.Now()
		for _, known := range w.latest().Status.Conditions {
			if known.Type == kind && known.Status == state {
				since = known.LastTransitionTime
			}
		}
		return v1.PodCondition{Type: kind, Status: state, Reason: reason, Message: message, LastTransitionTime: since}
	}
	var unready []string
	for _, each := range status.ContainerStatuses {
		if !each.Ready {
			unready = append(unready, each.Name)
		}
	}
	reason, message := "", ""
	switch {
	case status.Phase == v1.PodSucceeded:
		reason = "PodCompleted"
	case status.Phase == v1.PodFailed:
		reason = "PodFailed"
	case len(unready) > 0:
		reason, message = "ContainersNotReady", fmt.Sprintf("containers with unready status: [%s]", strings.Join(unready, " "))
	}
	isReady := len(unready) == 0 && status.Phase == v1.PodRunning
	conditions := []v1.PodCondition{
		condition("PodReadyToStartContainers", w.hasAnyStarted() && !w.isOver, "", ""),
		condition(v1.PodReady, isReady, reason, message),
		condition(v1.ContainersReady, isReady, reason, message),
	}
	if w.hasBegun || len(w.pod.Spec.InitContainers) == 0 {
		conditions = append(conditions, condition(v1.PodInitialized, true, "", ""))
	} else {
		conditions = append(conditions, condition(v1.PodInitialized, false, "ContainersNotInitialized", ""))
	}
	if w.verdict != nil && w.verdict.reason == "Evicted" {
		conditions = append(conditions, condition(v1.DisruptionTarget, true, "TerminationByKubelet", w.verdict.message))
	}
	return conditions
}
