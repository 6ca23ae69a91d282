/** Paths of the API, every name encoded. */

const encoded = encodeURIComponent;

export const jobsPath = (namespace: string): string => `/apis/batch/v1/namespaces/${encoded(namespace)}/jobs`;
export const jobPath = (namespace: string, name: string): string => `${jobsPath(namespace)}/${encoded(name)}`;
/** A kind that not every cluster has. */
export const JOBSET_API = 'jobset.x-k8s.io/v1alpha2';
export const jobSetApiPath = `/apis/${JOBSET_API}`;
export const jobSetsPath = (namespace: string): string =>
  `${jobSetApiPath}/namespaces/${encoded(namespace)}/jobsets`;
export const jobSetPath = (namespace: string, name: string): string =>
  `${jobSetsPath(namespace)}/${encoded(name)}`;
const core = (namespace: string): string => `/api/v1/namespaces/${encoded(namespace)}`;
export const secretsPath = (namespace: string): string => `${core(namespace)}/secrets`;
export const secretPath = (namespace: string, name: string): string =>
  `${secretsPath(namespace)}/${encoded(name)}`;
export const podsPath = (namespace: string): string => `${core(namespace)}/pods`;
export const podPath = (namespace: string, name: string): string => `${podsPath(namespace)}/${encoded(name)}`;
export const claimPath = (namespace: string, name: string): string =>
  `${core(namespace)}/persistentvolumeclaims/${encoded(name)}`;
export const eventsPath = (namespace: string): string => `${core(namespace)}/events`;
/** Every namespace has it, and another one when the namespace or the cluster is another. */
export const accountPath = (namespace: string): string => `${core(namespace)}/serviceaccounts/default`;
