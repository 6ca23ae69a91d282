package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	v1 "k8s.io/api/core/v1"
)

const standardPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

// configure makes all that the next start needs; while something it names is missing it says so and tries again.
func (c *container) configure() (*entry, bool) {
	for c.worker.wanted.Err() == nil {
		entry, err := c.makeEntry()
		if err == nil {
			return entry, true
		}
		c.event(v1.EventTypeWarning, "Failed", "Error: "+err.Error())
		c.wait("CreateContainerConfigError", err.Error())
		c.pause(time.Second)
	}
	return nil, false
}

func (c *container) makeEntry() (*entry, error) {
	pod := c.worker.latest()
	env, err := c.environment(pod)
	if err != nil {
		return nil, err
	}
	values := map[string]string{}
	var all []string
	for _, each := range env {
		values[each.name] = each.value
		all = append(all, each.name+"="+each.value)
	}
	made := &entry{
		Root: c.root(), Hostname: hostnameOf(pod), Env: all, Dir: c.spec.WorkingDir,
		Message: mount{From: c.messageFile(), To: "/dev/termination-log"},
	}
	if made.Dir == "" {
		made.Dir = "/"
	}
	if c.spec.TerminationMessagePath != "" {
		made.Message.To = c.spec.TerminationMessagePath
	}
	for _, word := range append(append([]string{}, c.spec.Command...), c.spec.Args...) {
		made.Command = append(made.Command, expand(word, values))
	}
	if len(made.Command) == 0 {
		return nil, fmt.Errorf("no command specified")
	}
	if err := c.setUser(made, pod); err != nil {
		return nil, err
	}
	if made.Mounts, err = c.mounts(values); err != nil {
		return nil, err
	}
	return made, c.freshRoot()
}

// freshRoot empties what an earlier start of the container wrote, as a restart does.
func (c *container) freshRoot() error {
	if err := os.RemoveAll(c.root()); err != nil {
		return err
	}
	for _, layer := range []string{"own", "work", "all"} {
		if err := os.MkdirAll(filepath.Join(c.root(), layer), 0o755); err != nil {
			return err
		}
	}
	if err := os.WriteFile(c.messageFile(), nil, 0o666); err != nil {
		return err
	}
	return os.Chmod(c.messageFile(), 0o666)
}

func hostnameOf(pod *v1.Pod) string {
	name := pod.Name
	if pod.Spec.Hostname != "" {
		name = pod.Spec.Hostname
	}
	return name[:min(len(name), 63)]
}

// setUser follows the security contexts; every image is taken to run as root unless they say otherwise.
func (c *container) setUser(made *entry, pod *v1.Pod) error {
	ofPod, own := pod.Spec.SecurityContext, c.spec.SecurityContext
	if ofPod == nil {
		ofPod = &v1.PodSecurityContext{}
	}
	if own == nil {
		own = &v1.SecurityContext{}
	}
	if user := firstOf(own.RunAsUser, ofPod.RunAsUser); user != nil {
		made.User = int(*user)
	}
	if group := firstOf(own.RunAsGroup, ofPod.RunAsGroup); group != nil {
		made.Group = int(*group)
	}
	if ofPod.FSGroup != nil {
		made.Groups = append(made.Groups, int(*ofPod.FSGroup))
	}
	for _, group := range ofPod.SupplementalGroups {
		made.Groups = append(made.Groups, int(group))
	}
	made.IsReadOnly = own.ReadOnlyRootFilesystem != nil && *own.ReadOnlyRootFilesystem
	if must := firstOf(own.RunAsNonRoot, ofPod.RunAsNonRoot); must != nil && *must && made.User == 0 {
		return fmt.Errorf("container has runAsNonRoot and image will run as root (pod: %q, container: %s)", c.worker, c.spec.Name)
	}
	return nil
}

func firstOf[T any](values ...*T) *T {
	for _, value := range values {
		if value != nil {
			return value
		}
	}
	return nil
}

func (c *container) mounts(env map[string]string) ([]mount, error) {
	var all []mount
	for _, wish := range c.spec.VolumeMounts {
		c.worker.mu.Lock()
		place := c.worker.mounts[wish.Name]
		c.worker.mu.Unlock()
		made := mount{From: place.at, To: wish.MountPath, IsReadOnly: wish.ReadOnly || place.isReadOnly}
		below := wish.SubPath
		if wish.SubPathExpr != "" {
			below = expand(wish.SubPathExpr, env)
		}
		if below != "" {
			made.From = filepath.Join(place.at, below)
			if _, err := os.Stat(made.From); os.IsNotExist(err) && !place.isReadOnly {
				if err := os.MkdirAll(made.From, 0o777); err != nil {
					return nil, err
				}
			}
			real, err := filepath.EvalSymlinks(made.From)
			if err != nil {
				return nil, fmt.Errorf("failed to prepare subPath for volumeMount %q of container %q", wish.Name, c.spec.Name)
			}
			made.From = real
		}
		all = append(all, made)
	}
	return all, nil
}

type variable struct{ name, value string }

// environment is what the pod gives, and nothing of this machine's but a path: the API server's address, GPUs, then
// envFrom and env, where a later name wins and $(NAME) stands for an earlier one.
func (c *container) environment(pod *v1.Pod) ([]variable, error) {
	api := c.worker.node.agent.api
	env := []variable{
		{"PATH", standardPath}, {"HOME", "/root"}, {"HOSTNAME", hostnameOf(pod)},
		{"KUBERNETES_SERVICE_HOST", api.Hostname()}, {"KUBERNETES_SERVICE_PORT", api.Port()}, {"KUBERNETES_SERVICE_PORT_HTTPS", api.Port()},
	}
	devices, err := c.devices(pod)
	if err != nil {
		return nil, err
	}
	env = append(env, devices...)
	for _, source := range c.spec.EnvFrom {
		more, err := c.worker.allFrom(source)
		if err != nil {
			return nil, err
		}
		env = append(env, more...)
	}
	known := map[string]string{}
	for _, each := range env {
		known[each.name] = each.value
	}
	for _, wish := range c.spec.Env {
		value, isThere := expand(wish.Value, known), true
		if wish.ValueFrom != nil {
			if value, isThere, err = c.worker.valueFrom(wish.ValueFrom, c.spec); err != nil {
				return nil, err
			}
		}
		if isThere {
			known[wish.Name] = value
			env = append(env, variable{wish.Name, value})
		}
	}
	return lastOfEach(env), nil
}

func lastOfEach(env []variable) []variable {
	at := map[string]int{}
	var all []variable
	for _, each := range env {
		if index, isThere := at[each.name]; isThere {
			all[index] = each
			continue
		}
		at[each.name] = len(all)
		all = append(all, each)
	}
	return all
}

func (c *container) devices(pod *v1.Pod) ([]variable, error) {
	count, isAsked := c.spec.Resources.Limits[gpuResource]
	if !isAsked || count.IsZero() {
		return nil, nil
	}
	if c.gpus == nil {
		taken, err := c.worker.node.takeGPUs(pod.UID, count.Value())
		if err != nil {
			return nil, err
		}
		c.gpus = taken
	}
	var names []string
	for _, at := range c.gpus {
		names = append(names, fmt.Sprintf("GPU-%s-%d", c.worker.node.shape.Name, at))
	}
	return []variable{{"NVIDIA_VISIBLE_DEVICES", strings.Join(names, ",")}}, nil
}

// expand puts values for $(NAME) where they are known; $$ is one dollar.
func expand(text string, values map[string]string) string {
	var out strings.Builder
	for at := 0; at < len(text); at++ {
		rest := text[at:]
		end := strings.IndexByte(rest, ')')
		switch {
		case strings.HasPrefix(rest, "$$"):
			out.WriteByte('$')
			at++
		case strings.HasPrefix(rest, "$(") && end > 0:
			name := rest[2:end]
			if value, isThere := values[name]; isThere {
				out.WriteString(value)
			} else {
				out.WriteString(rest[:end+1])
			}
			at += end
		default:
			out.WriteByte(text[at])
		}
	}
	return out.String()
}

// fieldOf is a value of the downward API.
func (w *podWorker) fieldOf(path string) (string, error) {
	pod := w.latest()
	for prefix, values := range map[string]map[string]string{"metadata.labels": pod.Labels, "metadata.annotations": pod.Annotations} {
		if key, isKey := strings.CutPrefix(path, prefix+"['"); isKey {
			return values[strings.TrimSuffix(key, "']")], nil
		}
		if path == prefix {
			var lines []string
			for key, value := range values {
				lines = append(lines, key+"="+strconv.Quote(value))
			}
			return strings.Join(lines, "\n"), nil
		}
	}
	fields := map[string]string{
		"metadata.name": pod.Name, "metadata.namespace": pod.Namespace, "metadata.uid": string(pod.UID),
		"spec.nodeName": pod.Spec.NodeName, "spec.serviceAccountName": pod.Spec.ServiceAccountName,
		"status.podIP": loopback, "status.podIPs": loopback, "status.hostIP": loopback, "status.hostIPs": loopback,
	}
	value, isKnown := fields[path]
	if !isKnown {
		return "", fmt.Errorf("unsupported fieldPath: %v", path)
	}
	return value, nil
}
