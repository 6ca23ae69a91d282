package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sys/unix"
	authentication "k8s.io/api/authentication/v1"
	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// volumePlace is where a volume of the pod lies on this machine.
type volumePlace struct {
	at         string
	isReadOnly bool
	// attached is set for one that the attach controller guards.
	attached v1.UniqueVolumeName
}

// prepareVolumes waits until all volumes are there. False: the pod is not wanted any more.
func (w *podWorker) prepareVolumes() bool {
	for index := range w.pod.Spec.Volumes {
		volume := &w.pod.Spec.Volumes[index]
		for {
			place, err := w.prepare(volume)
			if err == nil {
				w.mu.Lock()
				w.mounts[volume.Name] = place
				w.mu.Unlock()
				break
			}
			if err != errNotYet {
				message := fmt.Sprintf("MountVolume.SetUp failed for volume %q : %v", volume.Name, err)
				w.node.tell(w.latest(), v1.EventTypeWarning, "FailedMount", message)
			}
			select {
			case <-w.wanted.Done():
				return false
			case <-time.After(waitFor(err)):
			}
		}
	}
	return w.wanted.Err() == nil
}

// errNotYet is for what others are still busy with, and say themselves when they cannot.
var errNotYet = fmt.Errorf("not yet")

func waitFor(err error) time.Duration {
	if err == errNotYet {
		return 100 * time.Millisecond
	}
	return time.Second
}

func (w *podWorker) prepare(volume *v1.Volume) (volumePlace, error) {
	at := filepath.Join(w.dir, "volumes", volume.Name)
	switch {
	case volume.PersistentVolumeClaim != nil:
		claim := volume.PersistentVolumeClaim
		return w.prepareClaim(claim.ClaimName, claim.ReadOnly)
	case volume.Ephemeral != nil:
		return w.prepareClaim(w.pod.Name+"-"+volume.Name, false)
	case volume.EmptyDir != nil:
		return volumePlace{at: at}, w.makeEmptyDir(at, volume.EmptyDir)
	case volume.HostPath != nil:
		if volume.HostPath.Type != nil && *volume.HostPath.Type == v1.HostPathDirectoryOrCreate {
			return volumePlace{at: volume.HostPath.Path}, os.MkdirAll(volume.HostPath.Path, 0o755)
		}
		_, err := os.Stat(volume.HostPath.Path)
		return volumePlace{at: volume.HostPath.Path}, err
	}
	files, err := w.filesOf(volume)
	if err != nil {
		return volumePlace{}, err
	}
	return volumePlace{at: at, isReadOnly: true}, w.writeFiles(at, files)
}

func (w *podWorker) makeEmptyDir(at string, wish *v1.EmptyDirVolumeSource) error {
	if err := os.MkdirAll(at, 0o777); err != nil {
		return err
	}
	if wish.Medium == v1.StorageMediumMemory {
		how := "mode=1777"
		if wish.SizeLimit != nil {
			how += fmt.Sprintf(",size=%d", wish.SizeLimit.Value())
		}
		if err := unix.Mount("tmpfs", at, "tmpfs", 0, how); err != nil {
			return err
		}
	}
	return w.openToGroup(at, 0o777)
}

// openToGroup gives a volume to the pod's fsGroup, where it has one.
func (w *podWorker) openToGroup(at string, mode os.FileMode) error {
	context := w.pod.Spec.SecurityContext
	if context != nil && context.FSGroup != nil {
		if err := os.Chown(at, -1, int(*context.FSGroup)); err != nil {
			return err
		}
		mode |= 0o070 | os.ModeSetgid
	}
	return os.Chmod(at, mode)
}

// volumeFile is one file of a volume that is made of objects.
type volumeFile struct {
	path string
	text []byte
	mode os.FileMode
}

func (w *podWorker) filesOf(volume *v1.Volume) ([]volumeFile, error) {
	switch {
	case volume.Secret != nil:
		secret := volume.Secret
		all, err := w.secret(secret.SecretName, isTrue(secret.Optional))
		return chosen(all, secret.Items, secret.DefaultMode, err)
	case volume.ConfigMap != nil:
		config := volume.ConfigMap
		all, err := w.configMap(config.Name, isTrue(config.Optional))
		return chosen(all, config.Items, config.DefaultMode, err)
	case volume.DownwardAPI != nil:
		return w.downward(volume.DownwardAPI.Items, volume.DownwardAPI.DefaultMode)
	case volume.Projected != nil:
		return w.projected(volume.Projected)
	}
	return nil, fmt.Errorf("volumes of this kind are not supported here")
}

func (w *podWorker) projected(wish *v1.ProjectedVolumeSource) ([]volumeFile, error) {
	var files []volumeFile
	for _, from := range wish.Sources {
		var more []volumeFile
		var err error
		switch {
		case from.Secret != nil:
			all, cause := w.secret(from.Secret.Name, isTrue(from.Secret.Optional))
			more, err = chosen(all, from.Secret.Items, wish.DefaultMode, cause)
		case from.ConfigMap != nil:
			all, cause := w.configMap(from.ConfigMap.Name, isTrue(from.ConfigMap.Optional))
			more, err = chosen(all, from.ConfigMap.Items, wish.DefaultMode, cause)
		case from.DownwardAPI != nil:
			more, err = w.downward(from.DownwardAPI.Items, wish.DefaultMode)
		case from.ServiceAccountToken != nil:
			more, err = w.token(from.ServiceAccountToken, wish.DefaultMode)
		}
		if err != nil {
			return nil, err
		}
		files = append(files, more...)
	}
	return files, nil
}

func chosen(all source, items []v1.KeyToPath, mode *int32, err error) ([]volumeFile, error) {
	if err != nil {
		return nil, err
	}
	var files []volumeFile
	if items == nil {
		for key, text := range all {
			files = append(files, volumeFile{key, text, modeOf(mode)})
		}
	}
	for _, item := range items {
		text, isThere := all[item.Key]
		if !isThere {
			return nil, fmt.Errorf("references non-existent secret key: %s", item.Key)
		}
		files = append(files, volumeFile{item.Path, text, modeOf(firstOf(item.Mode, mode))})
	}
	return files, nil
}

func modeOf(mode *int32) os.FileMode {
	if mode == nil {
		return 0o644
	}
	return os.FileMode(*mode)
}

func (w *podWorker) downward(items []v1.DownwardAPIVolumeFile, mode *int32) ([]volumeFile, error) {
	var files []volumeFile
	for _, item := range items {
		if item.FieldRef == nil {
			return nil, fmt.Errorf("a file of a resource is not supported here")
		}
		value, err := w.fieldOf(item.FieldRef.FieldPath)
		if err != nil {
			return nil, err
		}
		files = append(files, volumeFile{item.Path, []byte(value), modeOf(firstOf(item.Mode, mode))})
	}
	return files, nil
}

func (w *podWorker) token(wish *v1.ServiceAccountTokenProjection, mode *int32) ([]volumeFile, error) {
	request := &authentication.TokenRequest{Spec: authentication.TokenRequestSpec{
		ExpirationSeconds: wish.ExpirationSeconds,
		BoundObjectRef:    &authentication.BoundObjectReference{Kind: "Pod", APIVersion: "v1", Name: w.pod.Name, UID: w.pod.UID},
	}}
	if wish.Audience != "" {
		request.Spec.Audiences = []string{wish.Audience}
	}
	accounts := w.node.agent.client.CoreV1().ServiceAccounts(w.pod.Namespace)
	made, err := accounts.CreateToken(w.alive, w.pod.Spec.ServiceAccountName, request, metav1.CreateOptions{})
	if err != nil {
		return nil, err
	}
	return []volumeFile{{wish.Path, []byte(made.Status.Token), modeOf(mode)}}, nil
}

// writeFiles lays them out as a kubelet does: each name a link into ..data, itself a link to a dated folder.
func (w *podWorker) writeFiles(at string, files []volumeFile) error {
	dated := time.Now().UTC().Format("..2006_01_02_15_04_05.000000000")
	if err := os.MkdirAll(filepath.Join(at, dated), 0o755); err != nil {
		return err
	}
	for _, file := range files {
		full := filepath.Join(at, dated, file.path)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(full, file.text, file.mode); err != nil {
			return err
		}
		mode := file.mode
		if context := w.pod.Spec.SecurityContext; context != nil && context.FSGroup != nil {
			mode |= 0o440
			_ = os.Chown(full, 0, int(*context.FSGroup))
		}
		if err := os.Chmod(full, mode); err != nil {
			return err
		}
		top := strings.SplitN(file.path, "/", 2)[0]
		if err := os.Symlink("..data/"+top, filepath.Join(at, top)); err != nil && !os.IsExist(err) {
			return err
		}
	}
	return os.Symlink(dated, filepath.Join(at, "..data"))
}

func (w *podWorker) releaseVolumes() {
	for _, volume := range w.pod.Spec.Volumes {
		w.mu.Lock()
		place := w.mounts[volume.Name]
		delete(w.mounts, volume.Name)
		w.mu.Unlock()
		if volume.EmptyDir != nil && volume.EmptyDir.Medium == v1.StorageMediumMemory && place.at != "" {
			_ = unix.Unmount(place.at, unix.MNT_DETACH)
		}
		for place.attached != "" && w.node.waitForNetwork(w.alive) == nil && w.node.use(place.attached, -1) != nil {
			time.Sleep(300 * time.Millisecond)
		}
	}
}
