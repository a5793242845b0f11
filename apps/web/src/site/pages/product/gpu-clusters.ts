import { claim, draft } from '../../claims';
import type { Page } from '../../page';

const page: Page = {
  path: '/product/gpu-clusters',
  title: 'GPU Clusters, from one node up',
  description: `GPU clusters from ${claim('gpusInService')} of GPUs: ${claim('gpusPerNode')} per node, NVLink at ${claim('nvlink')}, InfiniBand between nodes, NVMe up to ${claim('nvmePerNode')} per node.`,
  navColour: 'white',
  nav: { group: 'Products', label: 'GPU Clusters', hint: 'From 1 to thousands of GPUs' },
  sections: [
    {
      kind: 'hero',
      layout: 'wide',
      title: 'GPU Clusters',
      lead: draft(
        `Eight GPUs per node, each connected to every NVSwitch. Connect nodes with InfiniBand and grow from ${claim('gpusInService')} of GPUs.`,
      ),
      actions: [
        { label: 'Get Started', to: '/contact?topic=GPU%20Clusters' },
        { label: 'Learn More', to: '#specification' },
      ],
      drawing: 'topology',
      drawingCaption: 'One node. The orange lines connect GPU 0 and GPU 7 through all four NVSwitches at once.',
    },
    {
      kind: 'tiles',
      id: 'specification',
      head: { caption: 'Specification', title: 'Cluster specification' },
      tiles: [
        { value: claim('gpusPerNode'), label: 'GPUs per node' },
        { value: claim('nvlink'), label: 'NVLink, GPU to GPU' },
        { value: claim('nvmePerNode'), label: 'maximum NVMe throughput per node' },
        { value: 'InfiniBand', label: 'networking between nodes' },
        { value: 'Kubernetes', label: 'support' },
      ],
    },
    {
      kind: 'split',
      tone: 'film',
      head: { title: 'From one node to many' },
      text: draft('NVLink connects the GPUs of a node, and InfiniBand the nodes. Scaling is near-linear.'),
      drawing: 'fabric',
      legend: [{ colour: 'core', label: 'The node above' }],
    },
    {
      kind: 'scale',
      head: { caption: 'Scale', title: 'Cluster sizes', lead: 'Each square is one GPU.' },
      steps: [
        { figure: '8', gpus: 8, text: 'One node.' },
        { figure: '64', gpus: 64, text: 'Eight nodes, as shown above.' },
        { figure: '512', gpus: 512, text: 'Sixty-four nodes, connected the same way.' },
        { figure: 'Thousands', gpus: 2912, text: 'Sized for your model and your deadline.' },
      ],
    },
    {
      kind: 'call-to-action',
      tone: 'sky',
      title: 'Size your cluster with us',
      lead: 'Tell us your model and your deadline.',
      actions: [
        { label: 'Contact', to: '/contact?topic=GPU%20Clusters' },
        { label: 'See pricing', to: '/pricing' },
      ],
    },
    { kind: 'related-pages', group: 'Products' },
  ],
};

export default page;
