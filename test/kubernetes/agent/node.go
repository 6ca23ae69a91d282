package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	coordination "k8s.io/api/coordination/v1"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/record"
)

// heartbeat is how often a node renews its lease; a kubelet's is 10 s.
const heartbeat = time.Second

const gpuResource v1.ResourceName = "nvidia.com/gpu"

// NodeShape says what a node offers.
type NodeShape struct {
	Name     string            `json:"name"`
	Labels   map[string]string `json:"labels"`
	Taints   []v1.Taint        `json:"taints"`
	Capacity map[string]string `json:"capacity"`
}

// Node is one machine of the cluster, of which only pods, volumes and GPUs are told apart.
type Node struct {
	agent    *Agent
	shape    NodeShape
	recorder record.EventRecorder
	server   *http.Server
	port     int32

	// isCut: nothing goes to or comes from the API server, because the network or the machine is lost.
	isCut atomic.Bool

	mu sync.Mutex
	// back is closed when the network is.
	back    chan struct{}
	workers map[types.UID]*podWorker
	gpus    []types.UID
	inUse   map[v1.UniqueVolumeName]int
	// streams are connections of exec and port-forward, which the server has handed over.
	streams map[net.Conn]bool
}

func newNode(agent *Agent, shape NodeShape, recorder record.EventRecorder) *Node {
	gpus := resource.MustParse("0")
	if said, isSaid := shape.Capacity[string(gpuResource)]; isSaid {
		gpus = resource.MustParse(said)
	}
	return &Node{
		agent: agent, shape: shape, recorder: recorder,
		workers: map[types.UID]*podWorker{}, gpus: make([]types.UID, gpus.Value()), inUse: map[v1.UniqueVolumeName]int{},
		streams: map[net.Conn]bool{},
	}
}

// join serves the kubelet's API, makes the node's object, reports it ready and keeps its lease.
func (n *Node) join() error {
	if err := n.serve(); err != nil {
		return err
	}
	nodes := n.agent.client.CoreV1().Nodes()
	node := &v1.Node{
		ObjectMeta: metav1.ObjectMeta{
			Name:   n.shape.Name,
			Labels: map[string]string{v1.LabelHostname: n.shape.Name, v1.LabelOSStable: "linux", v1.LabelArchStable: "amd64"},
			// Without it the controllers leave attaching volumes to the kubelet.
			Annotations: map[string]string{"volumes.kubernetes.io/controller-managed-attach-detach": "true"},
		},
		Spec: v1.NodeSpec{Taints: n.shape.Taints},
	}
	for key, value := range n.shape.Labels {
		node.Labels[key] = value
	}
	if _, err := nodes.Create(n.agent.ctx, node, metav1.CreateOptions{}); err != nil && !errors.IsAlreadyExists(err) {
		return err
	}
	if err := n.reportReady(); err != nil {
		return err
	}
	go n.beat()
	return nil
}

func (n *Node) reportReady() error {
	capacity := v1.ResourceList{}
	for name, amount := range n.shape.Capacity {
		quantity, err := resource.ParseQuantity(amount)
		if err != nil {
			return fmt.Errorf("capacity %s of %s: %w", name, n.shape.Name, err)
		}
		capacity[v1.ResourceName(name)] = quantity
	}
	now := metav1.Now()
	conditions := []v1.NodeCondition{{
		Type: v1.NodeReady, Status: v1.ConditionTrue, Reason: "KubeletReady", Message: "kubelet is posting ready status",
		LastHeartbeatTime: now, LastTransitionTime: now,
	}}
	for _, pressure := range []v1.NodeConditionType{v1.NodeMemoryPressure, v1.NodeDiskPressure, v1.NodePIDPressure} {
		conditions = append(conditions, v1.NodeCondition{
			Type: pressure, Status: v1.ConditionFalse, Reason: "KubeletHasSufficient", LastHeartbeatTime: now, LastTransitionTime: now,
		})
	}
	return n.patchStatus(map[string]any{
		"capacity": capacity, "allocatable": capacity, "conditions": conditions,
		"volumesInUse":    n.volumesInUse(),
		"addresses":       []v1.NodeAddress{{Type: v1.NodeInternalIP, Address: loopback}},
		"daemonEndpoints": v1.NodeDaemonEndpoints{KubeletEndpoint: v1.DaemonEndpoint{Port: n.port}},
		"nodeInfo": v1.NodeSystemInfo{
			KubeletVersion: "v1.36.3", OperatingSystem: "linux", Architecture: "amd64", ContainerRuntimeVersion: "processes://1",
		},
	})
}

func (n *Node) patchStatus(status map[string]any) error {
	patch, err := json.Marshal(map[string]any{"status": status})
	if err != nil {
		return err
	}
	nodes := n.agent.client.CoreV1().Nodes()
	_, err = nodes.Patch(n.agent.ctx, n.shape.Name, types.StrategicMergePatchType, patch, metav1.PatchOptions{}, "status")
	return err
}

func (n *Node) beat() {
	leases := n.agent.client.CoordinationV1().Leases(v1.NamespaceNodeLease)
	seconds := int32(40)
	for count := 1; n.waitForNetwork(n.agent.ctx) == nil; count++ {
		if count%5 == 0 {
			n.contradict()
		}
		now := metav1.NowMicro()
		spec := coordination.LeaseSpec{HolderIdentity: &n.shape.Name, LeaseDurationSeconds: &seconds, RenewTime: &now}
		lease, err := leases.Get(n.agent.ctx, n.shape.Name, metav1.GetOptions{})
		if errors.IsNotFound(err) {
			lease = &coordination.Lease{ObjectMeta: metav1.ObjectMeta{Name: n.shape.Name}, Spec: spec}
			_, err = leases.Create(n.agent.ctx, lease, metav1.CreateOptions{})
		} else if err == nil {
			lease.Spec = spec
			_, err = leases.Update(n.agent.ctx, lease, metav1.UpdateOptions{})
		}
		if err != nil && n.agent.ctx.Err() == nil {
			log.Printf("%s: no heartbeat: %v", n.shape.Name, err)
		}
		time.Sleep(heartbeat)
	}
}

// contradict reports ready again when the controllers, on a busy machine, took the node for lost.
func (n *Node) contradict() {
	node, err := n.agent.client.CoreV1().Nodes().Get(n.agent.ctx, n.shape.Name, metav1.GetOptions{})
	if err != nil {
		return
	}
	for _, condition := range node.Status.Conditions {
		if condition.Type == v1.NodeReady && condition.Status != v1.ConditionTrue {
			_ = n.reportReady()
		}
	}
}

// waitForNetwork returns when the node may speak to the API server, or when ctx ends.
func (n *Node) waitForNetwork(ctx context.Context) error {
	n.mu.Lock()
	back := n.back
	n.mu.Unlock()
	if !n.isCut.Load() {
		return ctx.Err()
	}
	select {
	case <-back:
		return ctx.Err()
	case <-ctx.Done():
		return ctx.Err()
	}
}

// tell is an event about a pod or a part of it.
func (n *Node) tell(about runtime.Object, kind, reason, message string) {
	if !n.isCut.Load() {
		n.recorder.Event(about, kind, reason, message)
	}
}

// takeGPUs hands out devices to a container of the pod, which keeps them until the pod lets go.
func (n *Node) takeGPUs(pod types.UID, count int64) ([]int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	var taken []int
	for at, holder := range n.gpus {
		if holder == "" && int64(len(taken)) < count {
			taken = append(taken, at)
		}
	}
	if int64(len(taken)) < count {
		return nil, fmt.Errorf("Allocate failed due to requested number of devices unavailable for %s. Requested: %d, Available: %d, which is unexpected",
			gpuResource, count, len(taken))
	}
	for _, at := range taken {
		n.gpus[at] = pod
	}
	return taken, nil
}

func (n *Node) returnGPUs(pod types.UID) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for at, holder := range n.gpus {
		if holder == pod {
			n.gpus[at] = ""
		}
	}
}

// use tells the attach controller that a volume is mounted here, so that it stays attached; by -1, that it no longer is.
func (n *Node) use(volume v1.UniqueVolumeName, by int) error {
	n.mu.Lock()
	n.inUse[volume] += by
	n.mu.Unlock()
	return n.patchStatus(map[string]any{"volumesInUse": n.volumesInUse()})
}

func (n *Node) volumesInUse() []v1.UniqueVolumeName {
	n.mu.Lock()
	defer n.mu.Unlock()
	all := []v1.UniqueVolumeName{}
	for name, count := range n.inUse {
		if count > 0 {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return all
}
