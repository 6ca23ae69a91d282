package main

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"time"

	v1 "k8s.io/api/core/v1"
	storage "k8s.io/api/storage/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	storagelisters "k8s.io/client-go/listers/storage/v1"
	"k8s.io/client-go/tools/cache"
)

// driver names the one kind of volume there is: a folder below DIR/volumes. Kubernetes takes it for a CSI driver, so
// that its own controllers bind, attach and detach, and refuse a second node what one node may have alone.
const driver = "folder.test.local"

const (
	provisionerOf = "volume.kubernetes.io/storage-provisioner"
	selectedNode  = "volume.kubernetes.io/selected-node"
)

// prepareClaim waits until the claim is bound and, for ours, attached to this node.
func (w *podWorker) prepareClaim(name string, isReadOnly bool) (volumePlace, error) {
	core := w.node.agent.client.CoreV1()
	claim, err := core.PersistentVolumeClaims(w.pod.Namespace).Get(w.alive, name, metav1.GetOptions{})
	if err != nil {
		return volumePlace{}, err
	}
	if claim.Status.Phase != v1.ClaimBound {
		return volumePlace{}, errNotYet
	}
	volume, err := core.PersistentVolumes().Get(w.alive, claim.Spec.VolumeName, metav1.GetOptions{})
	if err != nil {
		return volumePlace{}, err
	}
	place := volumePlace{isReadOnly: isReadOnly}
	switch {
	case volume.Spec.HostPath != nil:
		place.at = volume.Spec.HostPath.Path
		return place, nil
	case volume.Spec.CSI == nil || volume.Spec.CSI.Driver != driver:
		return place, fmt.Errorf("the volume %s is of a kind that is not supported here", volume.Name)
	}
	place.at = filepath.Join(w.node.agent.dir, "volumes", volume.Spec.CSI.VolumeHandle)
	place.attached = v1.UniqueVolumeName("kubernetes.io/csi/" + driver + "^" + volume.Spec.CSI.VolumeHandle)
	node, err := core.Nodes().Get(w.alive, w.node.shape.Name, metav1.GetOptions{})
	if err != nil {
		return place, err
	}
	isAttached := func(each v1.AttachedVolume) bool { return each.Name == place.attached }
	if !slices.ContainsFunc(node.Status.VolumesAttached, isAttached) {
		return place, errNotYet
	}
	if err := w.node.use(place.attached, 1); err != nil {
		return place, err
	}
	return place, w.openToGroup(place.at, 0o755)
}

// provider stands in for the sidecars of a CSI driver: it makes, attaches and removes volumes when the controllers ask.
type provider struct {
	agent       *Agent
	classes     storagelisters.StorageClassLister
	attachments storagelisters.VolumeAttachmentLister
}

// provideVolumes looks again each second at what it knows, because a removal may have to wait for a detachment.
func (a *Agent) provideVolumes() error {
	factory := informers.NewSharedInformerFactory(a.client, time.Second)
	provider := &provider{a, factory.Storage().V1().StorageClasses().Lister(), factory.Storage().V1().VolumeAttachments().Lister()}
	factory.Storage().V1().StorageClasses().Informer()
	for informer, look := range map[cache.SharedIndexInformer]func(any) error{
		factory.Core().V1().PersistentVolumeClaims().Informer(): provider.make,
		factory.Core().V1().PersistentVolumes().Informer():      provider.remove,
		factory.Storage().V1().VolumeAttachments().Informer():   provider.attach,
	} {
		look := func(one any) {
			if err := look(one); err != nil && !errors.IsConflict(err) && !errors.IsAlreadyExists(err) && !errors.IsNotFound(err) {
				log.Printf("volumes: %v", err)
			}
		}
		_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: look, UpdateFunc: func(_, one any) { look(one) }})
		if err != nil {
			return err
		}
	}
	factory.Start(a.ctx.Done())
	factory.WaitForCacheSync(a.ctx.Done())
	return nil
}

func (p *provider) make(one any) error {
	claim := one.(*v1.PersistentVolumeClaim)
	if claim.Annotations[provisionerOf] != driver || claim.Spec.VolumeName != "" || claim.DeletionTimestamp != nil {
		return nil
	}
	class, err := p.classes.Get(*claim.Spec.StorageClassName)
	if err != nil {
		return err
	}
	isLate := class.VolumeBindingMode != nil && *class.VolumeBindingMode == storage.VolumeBindingWaitForFirstConsumer
	if isLate && claim.Annotations[selectedNode] == "" {
		return nil
	}
	name := "pvc-" + string(claim.UID)
	if err := os.MkdirAll(filepath.Join(p.agent.dir, "volumes", name), 0o755); err != nil {
		return err
	}
	_, err = p.agent.client.CoreV1().PersistentVolumes().Create(p.agent.ctx, &v1.PersistentVolume{
		ObjectMeta: metav1.ObjectMeta{Name: name, Annotations: map[string]string{"pv.kubernetes.io/provisioned-by": driver}},
		Spec: v1.PersistentVolumeSpec{
			Capacity:                      v1.ResourceList{v1.ResourceStorage: claim.Spec.Resources.Requests[v1.ResourceStorage]},
			AccessModes:                   claim.Spec.AccessModes,
			StorageClassName:              class.Name,
			PersistentVolumeReclaimPolicy: *class.ReclaimPolicy,
			ClaimRef: &v1.ObjectReference{
				Kind: "PersistentVolumeClaim", APIVersion: "v1", Namespace: claim.Namespace, Name: claim.Name, UID: claim.UID,
			},
			PersistentVolumeSource: v1.PersistentVolumeSource{CSI: &v1.CSIPersistentVolumeSource{Driver: driver, VolumeHandle: name}},
		},
	}, metav1.CreateOptions{})
	return err
}

// remove deletes the folder of a volume whose claim is gone, unless it is to be kept or still attached.
func (p *provider) remove(one any) error {
	volume := one.(*v1.PersistentVolume)
	isOurs := volume.Spec.CSI != nil && volume.Spec.CSI.Driver == driver
	if !isOurs || volume.Status.Phase != v1.VolumeReleased || volume.Spec.PersistentVolumeReclaimPolicy != v1.PersistentVolumeReclaimDelete {
		return nil
	}
	for _, attachment := range p.allAttachments() {
		if from := attachment.Spec.Source.PersistentVolumeName; from != nil && *from == volume.Name {
			return nil
		}
	}
	if err := os.RemoveAll(filepath.Join(p.agent.dir, "volumes", volume.Spec.CSI.VolumeHandle)); err != nil {
		return err
	}
	return p.agent.client.CoreV1().PersistentVolumes().Delete(p.agent.ctx, volume.Name, metav1.DeleteOptions{})
}

func (p *provider) attach(one any) error {
	attachment := one.(*storage.VolumeAttachment)
	if attachment.Spec.Attacher != driver || attachment.Status.Attached {
		return nil
	}
	attached := attachment.DeepCopy()
	attached.Status.Attached = true
	_, err := p.agent.client.StorageV1().VolumeAttachments().UpdateStatus(p.agent.ctx, attached, metav1.UpdateOptions{})
	return err
}

func (p *provider) allAttachments() []*storage.VolumeAttachment {
	all, _ := p.attachments.List(labels.Everything())
	return all
}
