// Command agent stands in for the kubelets of a test cluster: it runs the pods that a real scheduler binds to its nodes
// as processes of this machine, and reports on them as a kubelet does. One process serves all nodes of a cluster.
//
// It expects to be root in a mount namespace of its own (unshare --mount), so that nothing it mounts outlives it, and
// ends when its standard input closes, with every container: a test that dies leaves nothing behind.
package main

import (
	"flag"
	"io"
	"log"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == enterWord {
		enterContainer()
	}
	kubeconfig := flag.String("kubeconfig", "", "how to reach the API server")
	dir := flag.String("dir", "", "where pods, volumes and the socket for faults lie")
	flag.Parse()

	config, err := clientcmd.BuildConfigFromFlags("", *kubeconfig)
	if err != nil {
		log.Fatal(err)
	}
	// Hundreds of cells start at once, and every one of them has a status to report.
	config.QPS, config.Burst = 400, 800
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		log.Fatal(err)
	}
	api, err := url.Parse(config.Host)
	if err != nil {
		log.Fatal(err)
	}
	agent, err := newAgent(client, api, *dir)
	if err != nil {
		log.Fatal(err)
	}
	if err := agent.start(); err != nil {
		log.Fatal(err)
	}
	if err := agent.listenForOrders(filepath.Join(*dir, "agent.sock")); err != nil {
		log.Fatal(err)
	}
	waitForTheEnd()
	agent.end()
}

func waitForTheEnd() {
	ended := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		close(ended)
	}()
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT)
	select {
	case <-ended:
	case <-signals:
	}
}
