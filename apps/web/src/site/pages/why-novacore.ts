import { baselineNote, claim, draft } from '../claims';
import type { Page } from '../page';

const page: Page = {
  path: '/why-novacore',
  title: 'Why NovaCore',
  description:
    'Six reasons: B200 and H100, bare metal, InfiniBand, 15-minute support, prices in rupees and dollars, ISO 27001.',
  navColour: 'white',
  nav: { group: 'Direct', label: 'Why-us' },
  sections: [
    {
      kind: 'hero',
      layout: 'plain',
      title: 'Why us',
      lead: draft('Six reasons to choose NovaCore.'),
      actions: [
        { label: 'Contact', to: '/contact' },
        { label: 'Compare prices', to: '/pricing' },
      ],
    },
    {
      kind: 'bento',
      id: 'differences',
      tone: 'film',
      head: { caption: 'Six differences', title: 'What you get with us' },
      cells: [
        {
          title: 'B200 and H100',
          wide: true,
          text: draft(`Eight GPUs per node, ${claim('gpuModels')} GPU models in total.`),
          drawing: 'nodes',
        },
        {
          title: claim('supportResponseShort'),
          figure: true,
          text: draft(`Response SLA, ${claim('supportHours')}.`),
          drawing: 'clock',
        },
        {
          title: claim('iso27001'),
          figure: true,
          text: draft(`Information security, with ${claim('encryption')} encryption and audit logging.`),
          drawing: 'shells',
        },
        {
          title: 'Fast network between GPUs',
          wide: true,
          text: draft(`InfiniBand between nodes, NVLink at ${claim('nvlink')} inside a node.`),
          icon: 'infrastructure',
        },
        { title: 'Bare metal', text: draft('No hypervisor: your job has the whole GPU.'), icon: 'gpu-servers' },
        {
          title: 'Prices in rupees and dollars',
          text: draft(`By the hour and by the month. You are billed in ${claim('billingCurrency')}.`),
          icon: 'prices',
          action: { label: 'Pricing', to: '/pricing' },
        },
      ],
    },
    {
      kind: 'split',
      id: 'architecture',
      head: { caption: 'GPU architecture', title: 'Inside the B200' },
      text: draft('Two dies work as one GPU. The memory is on the same package, so that the GPU waits less for data.'),
      figures: [
        { value: claim('b200CudaCores'), label: 'CUDA cores' },
        { value: claim('b200Vram'), label: 'memory, HBM3e' },
        { value: claim('b200MemoryBandwidth'), label: 'memory bandwidth (NVIDIA data sheet)' },
        { value: claim('b200Nvlink'), label: 'NVLink (NVIDIA data sheet)' },
      ],
      actions: [{ label: 'Next-gen GPUs', to: '/discover/next-gen-gpus' }],
      drawing: 'plan',
    },
    {
      kind: 'tiles',
      id: 'performance',
      tone: 'film',
      head: { caption: 'In figures', title: 'Performance', lead: baselineNote },
      tiles: [
        { value: claim('trainingSpeed'), label: 'training speed' },
        { value: claim('inferenceLatency'), label: 'inference latency' },
        { value: claim('powerEfficiency'), label: 'power efficiency' },
        { value: claim('hbm3eMemory'), label: `HBM3e memory, at ${claim('hbm3eBandwidth')}` },
      ],
    },
    {
      kind: 'grid-3x3',
      id: 'use-cases',
      head: { caption: 'Use cases', title: 'Nine common workloads' },
      cells: [
        { title: 'Model training', text: draft('Train a model from the start.'), icon: 'ai-machine-learning' },
        { title: 'Fine-tuning', text: draft('Adapt an existing model to your data.'), icon: 'developer-tools' },
        { title: 'Inference', text: draft('Serve a model to your users.'), icon: 'performance' },
        { title: 'Deep learning', text: draft('Networks with many layers, on many GPUs.'), icon: 'deep-learning' },
        { title: 'Multi-GPU computing', text: draft('One job across several nodes.'), icon: 'gpu-clusters' },
        { title: 'High-performance computing', text: draft('Simulation and numerical work.'), icon: 'accelerators' },
        {
          title: 'Workflow automation',
          text: draft('Pipelines that run without manual steps.'),
          icon: 'workflow-automation',
        },
        { title: 'Research', text: draft('Experiments on one GPU or on a cluster.'), icon: 'research-solutions' },
        { title: 'Enterprise', text: draft('Role-based access and audit logging.'), icon: 'enterprise-solutions' },
      ],
    },
    {
      kind: 'call-to-action',
      tone: 'sky',
      title: 'Compare us',
      lead: 'Send us the quote you have.',
      actions: [{ label: 'Contact', to: '/contact' }],
    },
  ],
};

export default page;
