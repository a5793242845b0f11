import { claim, draft } from '../../claims';
import type { Page } from '../../page';

const page: Page = {
  path: '/product/gpu-clusters',
  title: 'GPU Clusters, from one node up',
  description: `GPU clusters from ${claim('gpusInService')} of GPUs: ${claim('gpusPerNode')} to a node, NVLink at ${claim('nvlink')}, InfiniBand between nodes, NVMe up to ${claim('nvmePerNode')} per node.`,
  navColour: 'white',
  nav: { group: 'Products', label: 'GPU Clusters', hint: 'From 1 to thousands of GPUs', icon: 'gpu-clusters' },
  sections: [
    {
      kind: 'hero',
      layout: 'wide',
      title: 'GPU Clusters',
      lead: draft(
        `Eight GPUs to a node, every one linked to every NVSwitch. Join nodes over InfiniBand and grow from ${claim('gpusInService')} of GPUs.`,
      ),
      actions: [
        { label: 'Get Started', to: '/contact?topic=GPU%20Clusters' },
        { label: 'Learn More', to: '#specification' },
      ],
      drawing: 'topology',
      drawingCaption:
        'One node. The bright lanes are GPU 0 reaching GPU 7: up to one NVSwitch and down again, over all four at once.',
    },
    {
      kind: 'tiles',
      id: 'specification',
      head: { caption: 'Specification', title: 'What is in a cluster' },
      tiles: [
        { value: claim('gpusPerNode'), label: 'GPUs per node' },
        { value: claim('nvlink'), label: 'NVLink, GPU to GPU' },
        { value: claim('nvmePerNode'), label: 'NVMe storage per node, at most' },
        { value: claim('gpusInService'), label: 'of GPUs in one cluster' },
        { value: 'InfiniBand', label: 'networking between nodes' },
        { value: 'Kubernetes', label: 'support' },
        { value: claim('supportResponseShort'), label: `response SLA, ${claim('supportHours')}` },
        { value: claim('iso27001'), label: 'security' },
      ],
    },
    {
      kind: 'split',
      tone: 'film',
      head: { title: 'Node by node' },
      text: draft(
        `NVLink at ${claim('nvlink')} inside each node, InfiniBand between them, and near-linear scaling as you add more.`,
      ),
      drawing: 'fabric',
      legend: [{ colour: 'core', label: 'The node above' }],
    },
    {
      kind: 'scale',
      head: { caption: 'Scale', title: 'As many as the work takes', lead: 'Drawn to one scale: each cell is a GPU.' },
      steps: [
        { figure: '8', gpus: 8, text: 'One node.' },
        { figure: '64', gpus: 64, text: 'Eight nodes, as drawn above.' },
        { figure: '512', gpus: 512, text: 'Sixty-four nodes, joined the same way.' },
        { figure: 'Thousands', gpus: 2912, text: 'Tell us the model and the deadline.' },
      ],
    },
    {
      kind: 'call-to-action',
      tone: 'sky',
      title: 'Size your cluster with us',
      lead: `Tell us the model and the deadline. We reply in ${claim('replyPromise')}.`,
      actions: [
        { label: 'Contact', to: '/contact?topic=GPU%20Clusters' },
        { label: 'See pricing', to: '/pricing' },
      ],
    },
    { kind: 'related-pages', group: 'Products' },
  ],
};

export default page;
