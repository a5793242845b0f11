import { type Claim, draft } from './claim-scope';

/** Words of the eight product pages that nobody gave us. Their figures stand in `claims.ts`. */
export const productClaims = {
  gpuServersLead: draft(
    'Bare metal, eight GPUs to a server. Your job runs on the GPU itself, with nothing in between.',
  ),
  gpuServersBareMetal: draft('No hypervisor takes a share. What the data sheet says is what your job gets.'),
  gpuServersStorage: draft('Drives sit in the server, next to the GPUs that read them.'),
  gpuServersNetwork: draft('InfiniBand joins one server to the next, and servers to clusters.'),
  gpuServersSupport: draft('{supportHours}, with a response SLA of {supportResponse}.'),

  gpuClustersLead: draft(
    'Eight GPUs to a node, every one linked to every NVSwitch. Join nodes over InfiniBand and grow from {gpusInService} of GPUs.',
  ),
  gpuClustersNodes: draft(
    'NVLink at {nvlink} inside each node, InfiniBand between them, and near-linear scaling as you add more.',
  ),

  gpuStackLead: draft('Kubernetes on bare metal. Six layers between the rack and your workload, each one named.'),
  stackWorkload: draft('Your container, your framework, your weights.'),
  stackKubernetes: draft('Schedules GPUs like any other resource.'),
  stackStorage: draft('Reads up to {nvmePerNode} on each node.'),
  stackNetwork: draft('Joins the nodes into one cluster.'),
  stackGpus: draft('Eight to a node, {nvlink} between them.'),
  stackMetal: draft('The server itself, with nothing in between.'),

  developerToolsLead: draft('Tools for building on NovaCore, from the first job on one GPU to the hundredth on many.'),
  apiServicesLead: draft('APIs that reach GPU workloads from your own code.'),
  analyticsLead: draft('One place to see what every GPU is doing.'),
  sdkLead: draft('Libraries for the platform, so that your code speaks to it in its own language.'),
  acceleratorsLead: draft(
    'The eight GPUs of the price list, from A30 to B200, side by side. Their prices are up already.',
  ),
} satisfies Record<string, Claim>;
