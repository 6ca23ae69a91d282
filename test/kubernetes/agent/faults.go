package main

import (
	"fmt"
	"log"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
)

// observe brings a pod's worker up to date, or starts one. Nothing arrives at a node that is cut off.
func (n *Node) observe(pod *v1.Pod) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.isCut.Load() || n.agent.ctx.Err() != nil {
		return
	}
	worker, isKnown := n.workers[pod.UID]
	if !isKnown {
		worker = newPodWorker(n, pod)
		n.workers[pod.UID] = worker
		go worker.run()
	}
	worker.observe(pod)
}

// observeGone ends what still runs of a pod whose object was removed by force.
func (n *Node) observeGone(pod *v1.Pod) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if worker, isKnown := n.workers[pod.UID]; isKnown && !n.isCut.Load() {
		worker.vanish()
	}
}

func (n *Node) forget(uid types.UID) {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.workers, uid)
}

// catchUp acts on all that happened while nobody looked.
func (n *Node) catchUp() {
	there := map[types.UID]bool{}
	for _, pod := range n.agent.podsOf(n.shape.Name) {
		there[pod.UID] = true
		n.observe(pod)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	for uid, worker := range n.workers {
		if !there[uid] {
			worker.vanish()
		}
	}
}

// part cuts the network: containers go on, and what they do reaches nobody.
func (n *Node) part() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.isCut.Load() {
		return
	}
	n.back = make(chan struct{})
	n.isCut.Store(true)
	_ = n.server.Close()
	for stream := range n.streams {
		_ = stream.Close()
	}
}

// die loses the machine: all containers at once, and everything its kubelet knew.
func (n *Node) die() {
	n.part()
	n.mu.Lock()
	workers := n.workers
	n.workers = map[types.UID]*podWorker{}
	clear(n.gpus)
	clear(n.inUse)
	n.mu.Unlock()
	for _, worker := range workers {
		worker.drop()
	}
	for _, worker := range workers {
		<-worker.ended
	}
}

// heal brings the network back, or a new kubelet on the machine, which finds none of its containers.
func (n *Node) heal() error {
	n.mu.Lock()
	if !n.isCut.Load() {
		n.mu.Unlock()
		return fmt.Errorf("node %s is not cut off", n.shape.Name)
	}
	n.mu.Unlock()
	if err := n.serve(); err != nil {
		return err
	}
	n.isCut.Store(false)
	close(n.back)
	if err := n.reportReady(); err != nil {
		log.Printf("%s: not reported ready: %v", n.shape.Name, err)
	}
	n.catchUp()
	return nil
}

// evictUnderPressure is what a kubelet does to the pod it ranks first when its machine runs out of something.
func (n *Node) evictUnderPressure(namespace, name, what string) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, worker := range n.workers {
		if pod := worker.latest(); pod.Namespace == namespace && pod.Name == name {
			go worker.evict(fmt.Sprintf("The node was low on resource: %s. Threshold quantity: 100Mi, available: 52Mi. ", what))
			return nil
		}
	}
	return fmt.Errorf("no pod %s/%s on node %s", namespace, name, n.shape.Name)
}
