package main

import (
	"context"
	"crypto/tls"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/scheme"
	typed "k8s.io/client-go/kubernetes/typed/core/v1"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/record"
)

// Agent holds what all nodes share: the client, one view of all pods, and the folder for everything.
type Agent struct {
	client      kubernetes.Interface
	api         *url.URL
	dir         string
	certificate tls.Certificate
	pods        listers.PodLister
	events      record.EventBroadcaster
	ctx         context.Context
	cancel      context.CancelFunc

	mu    sync.Mutex
	nodes map[string]*Node
}

func newAgent(client kubernetes.Interface, api *url.URL, dir string) (*Agent, error) {
	certificate, err := selfSigned()
	if err != nil {
		return nil, err
	}
	for _, folder := range []string{"pods", "volumes"} {
		if err := os.MkdirAll(filepath.Join(dir, folder), 0o755); err != nil {
			return nil, err
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	events := record.NewBroadcaster()
	events.StartRecordingToSink(&typed.EventSinkImpl{Interface: client.CoreV1().Events("")})
	return &Agent{
		client: client, api: api, dir: dir, certificate: certificate, events: events,
		ctx: ctx, cancel: cancel, nodes: map[string]*Node{},
	}, nil
}

// start watches pods, and claims for volumes of the one kind that this agent provides.
func (a *Agent) start() error {
	factory := informers.NewSharedInformerFactory(a.client, 0)
	informer := factory.Core().V1().Pods()
	a.pods = informer.Lister()
	_, err := informer.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(one any) { a.observe(one, (*Node).observe) },
		UpdateFunc: func(_, one any) { a.observe(one, (*Node).observe) },
		DeleteFunc: func(one any) { a.observe(one, (*Node).observeGone) },
	})
	if err != nil {
		return err
	}
	if err := a.provideVolumes(); err != nil {
		return err
	}
	factory.Start(a.ctx.Done())
	for kind, isThere := range factory.WaitForCacheSync(a.ctx.Done()) {
		if !isThere {
			return fmt.Errorf("no list of %v from %s", kind, a.api)
		}
	}
	return nil
}

func (a *Agent) observe(one any, by func(*Node, *v1.Pod)) {
	if last, isUnsure := one.(cache.DeletedFinalStateUnknown); isUnsure {
		one = last.Obj
	}
	pod, isPod := one.(*v1.Pod)
	if !isPod {
		return
	}
	if node := a.node(pod.Spec.NodeName); node != nil {
		by(node, pod)
	}
}

func (a *Agent) node(name string) *Node {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.nodes[name]
}

// addNode makes the node's object and keeps it alive from now on.
func (a *Agent) addNode(shape NodeShape) error {
	a.mu.Lock()
	_, isThere := a.nodes[shape.Name]
	a.mu.Unlock()
	if isThere {
		return fmt.Errorf("there is a node %s already", shape.Name)
	}
	recorder := a.events.NewRecorder(scheme.Scheme, v1.EventSource{Component: "kubelet", Host: shape.Name})
	node := newNode(a, shape, recorder)
	if err := node.join(); err != nil {
		return err
	}
	a.mu.Lock()
	a.nodes[shape.Name] = node
	a.mu.Unlock()
	node.catchUp()
	return nil
}

// podsOf is what the API server said last about the pods bound to a node.
func (a *Agent) podsOf(node string) []*v1.Pod {
	all, _ := a.pods.List(labels.Everything())
	var ours []*v1.Pod
	for _, pod := range all {
		if pod.Spec.NodeName == node {
			ours = append(ours, pod)
		}
	}
	return ours
}

func (a *Agent) end() {
	a.cancel()
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, node := range a.nodes {
		node.die()
	}
}
