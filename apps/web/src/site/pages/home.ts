import { earlyAccess, reserveB200, whileGb200IsAhead } from '../b200';
import { claim, draft } from '../claims';
import { formatPrice } from '../explorer/pricing';
import type { Page } from '../page';
import { gpuNamed, gpus, priceNote } from '../prices';

const cheapest = gpus.reduce((least, gpu) => (gpu.inrPerHour < least.inrPerHour ? gpu : least));
const cheapestHour = formatPrice(cheapest, 'inr', 'hour');

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
        `GPU clusters and bare-metal servers in India and the US, for AI teams, researchers and startups. **From ${cheapestHour} an hour.** [All prices](/pricing)`,
      ),
      actions: [
        { label: 'Get Started', to: '/contact' },
        { label: 'Contact', to: '/contact' },
      ],
      drawing: 'module',
      stats: [
        { value: claim('gpusInService'), label: 'GPUs, growing with your workload' },
        { value: `${formatPrice(gpuNamed('B200'), 'inr', 'hour')} an hour`, label: 'for one B200, with 192 GB' },
        { value: claim('supportResponse'), label: `response SLA, support ${claim('supportHours')}` },
        { value: claim('iso27001'), label: 'information security' },
      ],
    },
    ...whileGb200IsAhead(earlyAccess),
    {
      kind: 'bento',
      head: {
        caption: 'What you get',
        title: 'Bare-metal GPUs, network and storage in one place',
        lead: 'Compute, network, storage and support, with the figures a data sheet would give.',
      },
      cells: [
        {
          title: claim('nvmePerNode'),
          figure: true,
          wide: true,
          text: 'Maximum NVMe throughput per node.',
          drawing: 'nvme',
        },
        { title: 'InfiniBand networking', text: 'Connects nodes into one cluster.', drawing: 'infiniband' },
        { title: 'Kubernetes support', text: 'Schedule GPUs like any other resource.', drawing: 'kubernetes' },
        {
          title: 'GPU clusters and GPU servers',
          wide: true,
          text: 'B200 and H100, eight GPUs per node.',
          drawing: 'nodes',
          action: { label: 'GPU Clusters', to: '/product/gpu-clusters' },
        },
        { title: 'Bare metal', icon: 'gpu-servers', text: 'No hypervisor: your job has the whole GPU.' },
        { title: 'APIs', icon: 'api-services', text: 'Control the platform from your code.', soon: true },
        { title: 'SDKs', icon: 'sdk-libraries', text: 'Libraries that call the APIs for you.', soon: true },
        { title: 'Analytics', icon: 'analytics-platform', text: 'The usage of every GPU in one place.', soon: true },
      ],
    },
    {
      kind: 'scale',
      tone: 'film',
      head: { caption: 'Solutions', title: 'Solutions for Every Scale', lead: 'Each square is one GPU.' },
      steps: [
        {
          figure: '1',
          gpus: 1,
          text: 'One GPU for a first model.',
          action: { label: 'Startup Program', to: '/solutions/startup-program' },
        },
        {
          figure: '8',
          gpus: 8,
          text: 'One node, connected by NVSwitch.',
          action: { label: 'Research Solutions', to: '/solutions/research-solutions' },
        },
        {
          figure: '64',
          gpus: 64,
          text: 'Eight nodes, connected by InfiniBand.',
          action: { label: 'AI & Machine Learning', to: '/solutions/ai-machine-learning' },
        },
        {
          figure: 'Thousands',
          gpus: 2912,
          text: 'A cluster sized for your workload.',
          action: { label: 'Enterprise Solutions', to: '/solutions/enterprise-solutions' },
        },
      ],
    },
    {
      kind: 'process',
      head: { caption: 'Build, tune, run', title: 'From first GPU to production' },
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
        { title: 'Run', text: `Serve the model with auto-scaling, and with support at any hour.`, drawing: 'run' },
      ],
    },
    ...whileGb200IsAhead({
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
    }),
    reserveB200,
    {
      kind: 'prices',
      tone: 'film',
      head: { caption: 'Prices', title: 'GPU prices by the hour and the month', lead: priceNote },
      gpus,
      action: { label: 'All prices, tiers and calculator', to: '/pricing' },
    },
    {
      kind: 'call-to-action',
      title: `Start with one GPU: ${cheapestHour} an hour`,
      lead: `Create an account, pay ${claim('paymentAmount')} once, and tell us which GPU you want. See the [frequently asked questions](/legal#faq).`,
      actions: [
        { label: 'Create an account', to: '/signup' },
        { label: 'Talk to us', to: '/contact?topic=Pricing' },
      ],
    },
  ],
};

export default page;
