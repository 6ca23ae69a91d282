package main

import (
	"fmt"
	"maps"
	"slices"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// source is the content of a Secret or ConfigMap, by key.
type source map[string][]byte

// secret and configMap read an object anew each time; one that is optional and absent is empty.
func (w *podWorker) secret(name string, isOptional bool) (source, error) {
	one, err := w.node.agent.client.CoreV1().Secrets(w.pod.Namespace).Get(w.alive, name, metav1.GetOptions{})
	if errors.IsNotFound(err) && isOptional {
		return source{}, nil
	}
	if err != nil {
		return nil, err
	}
	return one.Data, nil
}

func (w *podWorker) configMap(name string, isOptional bool) (source, error) {
	one, err := w.node.agent.client.CoreV1().ConfigMaps(w.pod.Namespace).Get(w.alive, name, metav1.GetOptions{})
	if errors.IsNotFound(err) && isOptional {
		return source{}, nil
	}
	if err != nil {
		return nil, err
	}
	all := source{}
	maps.Copy(all, one.BinaryData)
	for key, text := range one.Data {
		all[key] = []byte(text)
	}
	return all, nil
}

func (w *podWorker) allFrom(from v1.EnvFromSource) ([]variable, error) {
	all, err := source{}, error(nil)
	if from.SecretRef != nil {
		all, err = w.secret(from.SecretRef.Name, isTrue(from.SecretRef.Optional))
	}
	if from.ConfigMapRef != nil {
		all, err = w.configMap(from.ConfigMapRef.Name, isTrue(from.ConfigMapRef.Optional))
	}
	var env []variable
	for _, key := range slices.Sorted(maps.Keys(all)) {
		env = append(env, variable{from.Prefix + key, string(all[key])})
	}
	return env, err
}

func (w *podWorker) valueFrom(from *v1.EnvVarSource, spec *v1.Container) (value string, isThere bool, err error) {
	switch {
	case from.FieldRef != nil:
		value, err = w.fieldOf(from.FieldRef.FieldPath)
		return value, true, err
	case from.SecretKeyRef != nil:
		ref := from.SecretKeyRef
		all, err := w.secret(ref.Name, isTrue(ref.Optional))
		return w.keyOf(all, err, ref.Key, isTrue(ref.Optional), "Secret "+w.pod.Namespace+"/"+ref.Name)
	case from.ConfigMapKeyRef != nil:
		ref := from.ConfigMapKeyRef
		all, err := w.configMap(ref.Name, isTrue(ref.Optional))
		return w.keyOf(all, err, ref.Key, isTrue(ref.Optional), "ConfigMap "+w.pod.Namespace+"/"+ref.Name)
	case from.ResourceFieldRef != nil:
		return w.resourceOf(from.ResourceFieldRef, spec)
	}
	return "", false, fmt.Errorf("this source of a variable is not supported here")
}

func (w *podWorker) keyOf(all source, err error, key string, isOptional bool, where string) (string, bool, error) {
	if err != nil {
		return "", false, err
	}
	value, isThere := all[key]
	if !isThere && !isOptional {
		return "", false, fmt.Errorf("couldn't find key %s in %s", key, where)
	}
	return string(value), isThere, nil
}

// resourceOf rounds up to the divisor, as a kubelet does. Without a limit it is what the node has.
func (w *podWorker) resourceOf(ref *v1.ResourceFieldSelector, spec *v1.Container) (string, bool, error) {
	var amount resource.Quantity
	var isSet bool
	for prefix, list := range map[string]v1.ResourceList{"limits.": spec.Resources.Limits, "requests.": spec.Resources.Requests} {
		if len(ref.Resource) > len(prefix) && ref.Resource[:len(prefix)] == prefix {
			name := v1.ResourceName(ref.Resource[len(prefix):])
			if amount, isSet = list[name]; !isSet {
				amount = resource.MustParse(w.node.shape.Capacity[string(name)])
			}
		}
	}
	divisor := ref.Divisor
	if divisor.IsZero() {
		divisor = resource.MustParse("1")
	}
	whole := (amount.MilliValue() + divisor.MilliValue() - 1) / divisor.MilliValue()
	return fmt.Sprint(whole), true, nil
}

func isTrue(flag *bool) bool { return flag != nil && *flag }
