import { claim, draft } from '../../claims';
import type { Page } from '../../page';

const vramRange = '24GB-141GB';

const page: Page = {
  path: '/discover/infrastructure',
  title: 'Infrastructure: six ways to deploy',
  description: `Dedicated servers, clusters, HPC, inference and edge on one infrastructure: ${claim('gpuModels')} GPU models, ${vramRange} of VRAM, NVLink at ${claim('nvlink')}.`,
  navColour: 'sky',
  nav: { group: 'Discover', label: 'Infrastructure', hint: 'Six flexible ways to deploy' },
  sections: [
    {
      kind: 'hero',
      layout: 'wide',
      title: 'Infrastructure',
      lead: draft('Six ways to deploy on the same hardware.'),
      actions: [
        { label: 'Explore', to: '/product/gpu-servers' },
        { label: 'Contact Us', to: '/contact?topic=Infrastructure' },
      ],
      drawing: 'campus',
      drawingCaption: 'The orange lane connects all six.',
    },
    {
      kind: 'bento',
      id: 'deployment',
      head: { caption: 'Deployment', title: 'Flexible Deployment Options' },
      cells: [
        {
          title: 'Dedicated GPU servers',
          text: draft('A whole server for you alone.'),
          icon: 'gpu-servers',
          action: { label: 'GPU Servers', to: '/product/gpu-servers' },
        },
        {
          title: 'Multi-GPU clusters',
          text: draft(`Nodes of eight GPUs: ${claim('gpusInService')} GPUs.`),
          icon: 'gpu-clusters',
          action: { label: 'GPU Clusters', to: '/product/gpu-clusters' },
        },
        {
          title: 'Enterprise solutions',
          text: draft('Role-based access, terms in writing.'),
          icon: 'enterprise-solutions',
          action: { label: 'Enterprise Solutions', to: '/solutions/enterprise-solutions' },
        },
        { title: 'High-performance computing', text: draft('Simulation and long jobs.'), icon: 'research-solutions' },
        { title: 'Inference optimization', text: draft('GPUs with the right memory.'), icon: 'performance' },
        { title: 'Global edge deployment', text: draft('Smaller GPUs near your users.'), icon: 'cloud-platform' },
      ],
    },
    {
      kind: 'tiles',
      tone: 'film',
      head: { caption: 'In figures', title: 'Infrastructure in figures' },
      tiles: [
        { value: claim('gpuModels'), label: 'GPU models' },
        { value: '141GB', label: 'max VRAM' },
        { value: vramRange, label: 'VRAM range' },
        { value: claim('hbm3eBandwidth'), label: `HBM3e, ${claim('hbm3eMemory')}` },
        { value: '$0.39/hr', label: 'average cost' },
        { value: claim('userRoles'), label: 'user roles' },
      ],
    },
    {
      kind: 'split',
      head: { caption: 'Multi-GPU', title: 'Eight GPUs that work as one' },
      list: [
        `NVLink at ${claim('nvlink')} between any two GPUs.`,
        `NVSwitch for up to ${claim('gpusPerNode')} GPUs.`,
        'Near-linear scaling as you add GPUs.',
      ],
      drawing: 'topology',
      legend: [{ colour: 'core', label: 'GPU 0 to GPU 7, through the switches' }],
    },
    {
      kind: 'call-to-action',
      tone: 'sky',
      title: 'Choose a deployment',
      lead: 'Tell us what you run.',
      actions: [
        { label: 'Book a Demo', to: '/contact?topic=Book%20a%20Demo%3A%20Infrastructure' },
        { label: 'Learn More', to: '#deployment' },
      ],
    },
    { kind: 'related-pages', group: 'Discover' },
  ],
};

export default page;
