package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	criapi "k8s.io/cri-api/pkg/apis/runtime/v1"
	"k8s.io/cri-streaming/pkg/streaming"
)

// serve opens the node's part of the kubelet API, which the API server reaches for logs, exec and port-forward.
func (n *Node) serve() error {
	config := streaming.DefaultConfig
	config.BaseURL = &url.URL{Scheme: "https", Host: n.shape.Name, Path: "/"}
	streams, err := streaming.NewServer(config, &streamer{n})
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", loopback+":0")
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /containerLogs/{namespace}/{pod}/{container}", n.serveLogs)
	mux.HandleFunc("/exec/{namespace}/{pod}/{container}", func(w http.ResponseWriter, r *http.Request) {
		query := r.URL.Query()
		has := func(name string) bool { return query.Get(name) == "1" || query.Get(name) == "true" }
		one, err := n.find(r)
		if err != nil {
			http.Error(w, err.Error(), http.StatusNotFound)
			return
		}
		_, _, id := one.snapshot()
		ticket, err := streams.GetExec(&criapi.ExecRequest{
			ContainerId: id, Cmd: query["command"], Tty: has("tty"), Stdin: has("input"), Stdout: has("output"),
			Stderr: has("error") && !has("tty"),
		})
		redeem(streams, w, r, ticket.GetUrl(), err)
	})
	mux.HandleFunc("/portForward/{namespace}/{pod}", func(w http.ResponseWriter, r *http.Request) {
		ticket, err := streams.GetPortForward(&criapi.PortForwardRequest{PodSandboxId: r.PathValue("pod")})
		redeem(streams, w, r, ticket.GetUrl(), err)
	})
	n.port = int32(listener.Addr().(*net.TCPAddr).Port)
	n.server = &http.Server{
		Handler: mux, ConnState: n.noteStream, TLSConfig: &tls.Config{Certificates: []tls.Certificate{n.agent.certificate}},
		ErrorLog: log.New(io.Discard, "", 0),
	}
	go n.server.ServeTLS(listener, "", "")
	return nil
}

// noteStream remembers what the server forgets, so that a cut reaches it, too.
func (n *Node) noteStream(connection net.Conn, state http.ConnState) {
	if state == http.StateHijacked {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.streams[connection] = true
	}
}

// redeem hands a request to the streaming server at once, where a kubelet would send it through a container runtime.
func redeem(streams streaming.Server, w http.ResponseWriter, r *http.Request, ticket string, err error) {
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	to, err := url.Parse(ticket)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	r.URL.Path, r.URL.RawPath, r.RequestURI = to.Path, "", to.Path
	streams.ServeHTTP(w, r)
}

// find is the container that a request names; it must run, or have run.
func (n *Node) find(r *http.Request) (*container, error) {
	namespace, name, which := r.PathValue("namespace"), r.PathValue("pod"), r.PathValue("container")
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, worker := range n.workers {
		if pod := worker.latest(); pod.Namespace == namespace && pod.Name == name {
			if one, isThere := worker.containers[which]; isThere {
				return one, nil
			}
			return nil, fmt.Errorf("container %s is not valid for pod %s", which, name)
		}
	}
	return nil, fmt.Errorf("pod %q not found", name+"_"+namespace)
}

func (n *Node) serveLogs(w http.ResponseWriter, r *http.Request) {
	one, err := n.find(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	query, err := readLogQuery(r.URL.Query())
	if err != nil {
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
		return
	}
	id, err := one.startToRead(r.URL.Query().Get("previous") == "true")
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "text/plain")
	err = sendLog(one.logOf(id), query, w, func() bool {
		state, _, now := one.snapshot()
		return now != id || state.Running == nil || r.Context().Err() != nil
	})
	if err != nil && r.Context().Err() == nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

// startToRead is the id of the start whose log is asked for: one that runs or has ended before one that is only to come.
func (c *container) startToRead(isPrevious bool) (string, error) {
	state, last, id := c.snapshot()
	switch {
	case isPrevious && last.Terminated == nil:
		return "", fmt.Errorf("previous terminated container %q in pod %q not found", c.spec.Name, c.worker.pod.Name)
	case isPrevious, state.Waiting != nil && last.Terminated != nil:
		return strings.TrimPrefix(last.Terminated.ContainerID, idScheme), nil
	case state.Waiting != nil:
		return "", fmt.Errorf("container %q in pod %q is waiting to start: %s", c.spec.Name, c.worker.pod.Name, waitingWords(state.Waiting.Reason))
	}
	return id, nil
}

func waitingWords(reason string) string {
	if reason == "ErrImagePull" || reason == "ImagePullBackOff" {
		return "trying and failing to pull image"
	}
	return reason
}

func readLogQuery(values url.Values) (logQuery, error) {
	query := logQuery{follows: values.Get("follow") == "true", stamps: values.Get("timestamps") == "true", tail: -1, limit: -1}
	for name, into := range map[string]*int64{"tailLines": &query.tail, "limitBytes": &query.limit} {
		if text := values.Get(name); text != "" {
			number, err := strconv.ParseInt(text, 10, 64)
			if err != nil {
				return query, err
			}
			*into = number
		}
	}
	if text := values.Get("sinceSeconds"); text != "" {
		seconds, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return query, err
		}
		query.since = time.Now().Add(-time.Duration(seconds) * time.Second)
	}
	if text := values.Get("sinceTime"); text != "" {
		since, err := time.Parse(time.RFC3339, text)
		if err != nil {
			return query, err
		}
		query.since = since
	}
	return query, nil
}

// selfSigned is what a kubelet serves when nobody gave it a certificate.
func selfSigned() (tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, err
	}
	now := time.Now()
	template := &x509.Certificate{SerialNumber: big.NewInt(now.UnixNano()), NotBefore: now.Add(-time.Hour), NotAfter: now.Add(24 * time.Hour), IPAddresses: []net.IP{net.ParseIP(loopback)}}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, err
}
