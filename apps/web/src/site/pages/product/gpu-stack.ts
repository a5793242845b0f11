import { claim, draft } from '../../claims';
import type { Page } from '../../page';

const page: Page = {
  path: '/product/gpu-stack',
  title: 'GPU Stack: Kubernetes on bare metal',
  description: `Six layers from bare metal to your workload: ${claim('gpusPerNode')} GPUs per node, InfiniBand, NVMe up to ${claim('nvmePerNode')} per node, Kubernetes support.`,
  navColour: 'white',
  nav: { group: 'Products', label: 'GPU Stack', hint: 'Kubernetes on bare metal' },
  sections: [
    {
      kind: 'hero',
      layout: 'split',
      title: 'GPU Stack',
      lead: draft('Kubernetes on bare metal: six layers from the server to your workload.'),
      actions: [
        { label: 'Get Started', to: '/contact?topic=GPU%20Stack' },
        { label: 'Learn More', to: '#layers' },
      ],
      drawing: 'stack',
    },
    {
      kind: 'rows',
      id: 'layers',
      head: { caption: 'Layers', title: 'The six layers, from the top' },
      rows: [
        {
          title: 'Your workload',
          icon: 'ai-machine-learning',
          text: draft('Your container, your framework and your model.'),
        },
        { title: 'Kubernetes', icon: 'workflow-automation', text: draft('Schedules GPUs like any other resource.') },
        { title: 'NVMe', icon: 'hardware-solutions', text: draft('Drives in the same server as the GPUs.') },
        { title: 'InfiniBand', icon: 'infrastructure', text: draft('Connects the nodes into one cluster.') },
        { title: 'GPUs', icon: 'next-gen-gpus', text: draft('Eight per node, connected by NVLink.') },
        { title: 'Bare metal', icon: 'gpu-servers', text: draft('The server itself, without a hypervisor.') },
      ],
    },
    {
      kind: 'tiles',
      tone: 'film',
      head: { caption: 'Specification', title: 'Stack specification' },
      tiles: [
        { value: 'Kubernetes', label: 'support' },
        { value: claim('nvmePerNode'), label: 'maximum NVMe throughput per node' },
        { value: claim('nvlink'), label: 'NVLink, GPU to GPU' },
        { value: claim('gpusInService'), label: 'GPUs' },
      ],
    },
    {
      kind: 'call-to-action',
      tone: 'sky',
      title: 'Bring your containers',
      lead: 'Tell us what you run on Kubernetes today.',
      actions: [
        { label: 'Contact', to: '/contact?topic=GPU%20Stack' },
        { label: 'See pricing', to: '/pricing' },
      ],
    },
    { kind: 'related-pages', group: 'Products' },
  ],
};

export default page;
