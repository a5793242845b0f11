import { claim, draft } from '../../claims';
import type { Page } from '../../page';

const page: Page = {
  path: '/product/gpu-stack',
  title: 'GPU Stack: Kubernetes on bare metal',
  description: `Six layers from bare metal to your workload: ${claim('gpusPerNode')} GPUs to a node, InfiniBand, NVMe up to ${claim('nvmePerNode')} per node, Kubernetes support.`,
  navColour: 'white',
  nav: { group: 'Products', label: 'GPU Stack', hint: 'Kubernetes on bare metal', icon: 'gpu-stack' },
  sections: [
    {
      kind: 'hero',
      layout: 'split',
      title: 'GPU Stack',
      lead: draft('Kubernetes on bare metal. Six layers between the rack and your workload, each one named.'),
      actions: [
        { label: 'Get Started', to: '/contact?topic=GPU%20Stack' },
        { label: 'Learn More', to: '#layers' },
      ],
      drawing: 'stack',
    },
    {
      kind: 'rows',
      id: 'layers',
      head: { caption: 'Layers', title: 'From the top down' },
      rows: [
        {
          title: 'Your workload',
          icon: 'ai-machine-learning',
          text: draft('Your container, your framework, your weights.'),
        },
        { title: 'Kubernetes', icon: 'workflow-automation', text: draft('Schedules GPUs like any other resource.') },
        {
          title: 'NVMe',
          icon: 'hardware-solutions',
          text: draft(`Reads up to ${claim('nvmePerNode')} on each node.`),
          figure: claim('nvmePerNode'),
        },
        { title: 'InfiniBand', icon: 'infrastructure', text: draft('Joins the nodes into one cluster.') },
        {
          title: 'GPUs',
          icon: 'next-gen-gpus',
          text: draft(`Eight to a node, ${claim('nvlink')} between them.`),
          figure: claim('nvlink'),
        },
        { title: 'Bare metal', icon: 'gpu-servers', text: draft('The server itself, with nothing in between.') },
      ],
    },
    {
      kind: 'tiles',
      tone: 'film',
      head: { caption: 'Specification', title: 'What the layers carry' },
      tiles: [
        { value: 'Kubernetes', label: 'support' },
        { value: claim('nvmePerNode'), label: 'NVMe storage per node, at most' },
        { value: claim('nvlink'), label: 'NVLink, GPU to GPU' },
        { value: claim('gpusInService'), label: 'of GPUs' },
      ],
    },
    {
      kind: 'call-to-action',
      tone: 'sky',
      title: 'Bring your containers',
      lead: `Tell us what you schedule today, and where. We reply in ${claim('replyPromise')}.`,
      actions: [
        { label: 'Contact', to: '/contact?topic=GPU%20Stack' },
        { label: 'See pricing', to: '/pricing' },
      ],
    },
    { kind: 'related-pages', group: 'Products' },
  ],
};

export default page;
