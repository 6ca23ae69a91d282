package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"log"
	"net"
)

// Order is one line of JSON on the agent's socket; the answer is one line {"error": "..."}, empty when it was done.
type Order struct {
	// Do: add, die (machine lost: no heartbeat, containers killed, nothing reported), part (network lost: no heartbeat and
	// no orders taken, containers live on), heal (back from either), evict (by pressure on the node).
	Do   string    `json:"do"`
	Node NodeShape `json:"node"`
	// Of a pod to evict.
	Namespace string `json:"namespace"`
	Pod       string `json:"pod"`
	// What the node is low on: memory or ephemeral-storage.
	Resource string `json:"resource"`
}

func (a *Agent) listenForOrders(at string) error {
	listener, err := net.Listen("unix", at)
	if err != nil {
		return err
	}
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				log.Printf("no more orders: %v", err)
				return
			}
			go a.takeOrders(connection)
		}
	}()
	return nil
}

func (a *Agent) takeOrders(connection net.Conn) {
	defer connection.Close()
	lines := bufio.NewScanner(connection)
	for lines.Scan() {
		var order Order
		err := json.Unmarshal(lines.Bytes(), &order)
		if err == nil {
			err = a.obey(order)
		}
		answer := map[string]string{"error": ""}
		if err != nil {
			answer["error"] = err.Error()
		}
		if json.NewEncoder(connection).Encode(answer) != nil {
			return
		}
	}
}

func (a *Agent) obey(order Order) error {
	if order.Do == "add" {
		return a.addNode(order.Node)
	}
	node := a.node(order.Node.Name)
	if node == nil {
		return fmt.Errorf("no node %q", order.Node.Name)
	}
	switch order.Do {
	case "die":
		node.die()
	case "part":
		node.part()
	case "heal":
		return node.heal()
	case "evict":
		return node.evictUnderPressure(order.Namespace, order.Pod, order.Resource)
	default:
		return fmt.Errorf("no order %q", order.Do)
	}
	return nil
}
