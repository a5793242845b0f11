import { earlyAccess, reserveB200 } from '../b200';
import { claim, draft } from '../claims';
import type { Page } from '../page';
import { gpus } from '../prices';

const page: Page = {
  path: '/',
  title: 'GPU cloud and AI infrastructure',
  description:
    'GPU clusters and bare-metal servers for AI teams in India and the US: B200 and H100, InfiniBand, NVMe up to 100GB/s per node, 24/7 support.',
  navColour: 'sky',
  sections: [
    {
      kind: 'hero',
      layout: 'home',
      title: 'Supercharge Your AI Workloads',
      lead: draft(
        'GPU clusters and bare-metal servers for AI teams, researchers and startups. From 1 GPU to thousands, in India and the US, priced in rupees and dollars.',
      ),
      actions: [
        { label: 'Get Started', to: '/contact' },
        { label: 'Contact', to: '/contact' },
      ],
      drawing: 'module',
      stats: [
        { value: claim('gpusInService'), label: 'GPUs, as you scale' },
        { value: claim('nvmePerNode'), label: 'NVMe storage per node, at most' },
        { value: claim('supportResponse'), label: `response SLA, support ${claim('supportHours')}` },
        { value: claim('iso27001'), label: 'security' },
      ],
    },
    earlyAccess,
    {
      kind: 'bento',
      head: {
        caption: 'What you get',
        title: 'The whole machine, nothing in the way',
        lead: 'Compute, network, storage and support, specified like hardware because it is.',
      },
      cells: [
        {
          title: claim('nvmePerNode'),
          figure: true,
          wide: true,
          text: 'NVMe storage, up to this much per node.',
          drawing: 'nvme',
        },
        {
          title: claim('supportResponseShort'),
          figure: true,
          text: `Response SLA. Support is there ${claim('supportHours')}.`,
          drawing: 'clock',
        },
        { title: claim('iso27001'), figure: true, text: 'Security, all the way to the core.', drawing: 'shells' },
        { title: 'InfiniBand networking', text: 'Nodes joined into one cluster.', drawing: 'infiniband' },
        { title: 'Kubernetes support', text: 'Schedule GPUs like any other resource.', drawing: 'kubernetes' },
        {
          title: 'GPU clusters and GPU servers',
          wide: true,
          text: 'B200 and H100, eight to a node.',
          drawing: 'nodes',
          action: { label: 'GPU Clusters', to: '/product/gpu-clusters' },
        },
        { title: 'Bare metal', icon: 'gpu-servers', text: 'Your job runs on the GPU itself.' },
        { title: 'APIs', icon: 'api-services', text: 'Reach the platform from your code.' },
        { title: 'SDKs', icon: 'sdk-libraries', text: 'Libraries for the way you build.' },
        { title: 'Analytics', icon: 'analytics-platform', text: 'See what every GPU is doing.' },
      ],
    },
    {
      kind: 'scale',
      tone: 'film',
      head: {
        caption: 'Solutions',
        title: 'Solutions for Every Scale',
        lead: 'Drawn to one scale: each cell is a GPU.',
      },
      steps: [
        {
          figure: '1',
          gpus: 1,
          text: 'One GPU, for a first model.',
          action: { label: 'Startup Program', to: '/solutions/startup-program' },
        },
        {
          figure: '8',
          gpus: 8,
          text: 'One node, joined by NVSwitch.',
          action: { label: 'Research Solutions', to: '/solutions/research-solutions' },
        },
        {
          figure: '64',
          gpus: 64,
          text: 'Eight nodes on InfiniBand.',
          action: { label: 'AI & Machine Learning', to: '/solutions/ai-machine-learning' },
        },
        {
          figure: 'Thousands',
          gpus: 2912,
          text: 'A cluster the size of the work.',
          action: { label: 'Enterprise Solutions', to: '/solutions/enterprise-solutions' },
        },
      ],
    },
    {
      kind: 'process',
      head: { caption: 'Build, tune, run', title: 'One line, from first node to last request' },
      panels: [
        {
          title: 'Build',
          text: 'Start with one GPU and add nodes as the model grows. Bare metal or Kubernetes.',
          drawing: 'build',
        },
        {
          title: 'Tune',
          text: `Train across GPUs over NVLink at ${claim('nvlink')}, with near-linear scaling.`,
          drawing: 'tune',
        },
        {
          title: 'Run',
          text: `Serve it steadily, with auto-scaling and support that answers in ${claim('supportResponse')}.`,
          drawing: 'run',
        },
      ],
    },
    {
      kind: 'dark-band',
      caption: 'Coming Soon',
      titleLines: ['GB200 NVL72', 'HGX B200'],
      lead: `Liquid-cooled racks for the largest models. GB200 deployment starts ${claim('gb200Start')}.`,
      actions: [{ label: 'Reserve your cluster', to: '/contact?topic=Reserve%20your%20cluster' }],
      drawing: 'rack',
      legend: [
        { colour: 'blue', label: 'Coolant in' },
        { colour: 'core', label: 'Coolant out, GPUs' },
      ],
    },
    reserveB200,
    {
      kind: 'prices',
      tone: 'film',
      head: {
        caption: 'Prices',
        title: 'Eight GPUs, one price list',
        lead: 'By the hour or by the month, in rupees or dollars.',
      },
      gpus,
      action: { label: 'Pricing tiers and break-even hours', to: '/pricing' },
    },
  ],
};

export default page;
