import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  JOBSET_API,
  jobSetApiPath,
  openKube
} from "./platforms-kubernetes-access.shared.mjs";
import "./platforms-api.shared.mjs";
import "./box-stranger-text.shared.mjs";
import "./job-kube-target.shared.mjs";
import "./secret-forms.shared.mjs";
import "./host-never-sent.shared.mjs";
import {
  external_exports
} from "./npm-zod-v4-classic-checks.shared.mjs";
import "./host-proxied-fetch.shared.mjs";
import "./host-backoff.shared.mjs";
import "./problem.shared.mjs";
import "./nothing.shared.mjs";

// src/platforms/kubernetes/rights.ts
var RIGHTS = [
  ["batch", "jobs", ["create", "get", "list", "patch", "delete"]],
  ["", "pods", ["create", "get", "list", "delete"]],
  ["", "pods/exec", ["get", "create"]],
  ["", "events", ["list"]],
  ["", "secrets", ["create", "delete"]],
  ["", "persistentvolumeclaims", ["get", "patch"]],
  ["", "serviceaccounts", ["get"]]
];
var OF_SEVERAL = [
  ["jobset.x-k8s.io", "jobsets", ["create", "get", "list", "patch", "delete"]]
];
var review = external_exports.object({ status: external_exports.object({ allowed: external_exports.boolean() }) });
async function rightsAt(context, nodes) {
  const kube = await openKube(context);
  const { namespace } = kube;
  const names = { persistentvolumeclaims: kube.claim, serviceaccounts: "default" };
  const wanted = nodes > 1 ? [...RIGHTS, ...OF_SEVERAL] : RIGHTS;
  const asked = wanted.flatMap(
    ([group, resource, verbs]) => verbs.map((verb) => ({ group, resource, verb }))
  );
  const refused = await Promise.all(
    asked.map(async ({ group, resource: whole, verb }) => {
      const [resource = "", subresource] = whole.split("/");
      const attributes = { namespace, verb, group, resource, subresource, name: names[whole] };
      const { status } = await kube.call({
        method: "POST",
        path: "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
        body: {
          apiVersion: "authorization.k8s.io/v1",
          kind: "SelfSubjectAccessReview",
          spec: { resourceAttributes: attributes }
        },
        reply: review
      });
      return status.allowed ? [] : [`${verb} ${whole}`];
    })
  );
  return { namespace, refused: refused.flat(), lacks: nodes > 1 ? await lackedBy(kube) : [] };
}
async function lackedBy(kube) {
  const found = await kube.unlessGone({ method: "GET", path: jobSetApiPath, reply: external_exports.unknown() });
  return found === void 0 ? [`JobSet (${JOBSET_API})`] : [];
}
export {
  rightsAt
};
