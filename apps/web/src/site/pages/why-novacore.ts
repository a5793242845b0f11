import { claim, draft } from '../claims';
import type { Page } from '../page';

const page: Page = {
  path: '/why-novacore',
  title: 'Why NovaCore',
  description:
    'Six differences: B200 and H100, bare metal, InfiniBand, 15-minute support, prices in rupees and dollars, ISO 27001.',
  navColour: 'white',
  nav: { group: 'Direct', label: 'Why-us' },
  sections: [
    {
      kind: 'hero',
      layout: 'plain',
      title: 'Why us',
      lead: draft('Six reasons. Check them against anybody.'),
      actions: [
        { label: 'Contact', to: '/contact' },
        { label: 'Compare prices', to: '/pricing' },
      ],
    },
    {
      kind: 'bento',
      id: 'differences',
      tone: 'film',
      head: { caption: 'Six differences', title: 'What you would miss elsewhere' },
      cells: [
        {
          title: 'B200 and H100',
          wide: true,
          text: draft(`One cell a GPU, eight to a node, ${claim('gpuModels')} GPU models in all.`),
          drawing: 'nodes',
        },
        {
          title: 'Bare metal',
          text: draft('Your job runs on the GPU itself, with nothing in between.'),
          icon: 'gpu-servers',
        },
        { title: claim('supportResponseShort'), figure: true, text: draft(`Response SLA, ${claim('supportHours')}.`) },
        {
          title: claim('iso27001'),
          figure: true,
          text: draft(`Security, with ${claim('encryption')} encryption and audit logging.`),
        },
        {
          title: 'Two price tags',
          text: draft(
            `Listed in rupees and in dollars, by the hour and by the month. Billing is in ${claim('billingCurrency')}.`,
          ),
          icon: 'analytics-platform',
          action: { label: 'Pricing', to: '/pricing' },
        },
        {
          title: 'A network between the GPUs',
          wide: true,
          text: draft(`InfiniBand between nodes, NVLink at ${claim('nvlink')} inside them.`),
          drawing: 'focus-systems',
        },
      ],
    },
    {
      kind: 'split',
      id: 'architecture',
      head: { caption: 'GPU architecture', title: 'Inside the B200' },
      text: draft(
        'Two dies work as one GPU, with memory stacked beside them on the same package. The shorter the way to memory, the less a GPU waits.',
      ),
      figures: [
        { value: claim('b200CudaCores'), label: 'CUDA cores' },
        { value: claim('b200Vram'), label: 'memory, HBM3e' },
        { value: claim('b200MemoryBandwidth'), label: 'memory bandwidth' },
        { value: claim('b200Nvlink'), label: 'NVLink' },
      ],
      actions: [{ label: 'Next-gen GPUs', to: '/discover/next-gen-gpus' }],
      drawing: 'plan',
    },
    {
      kind: 'tiles',
      id: 'performance',
      tone: 'film',
      head: { caption: 'Performance', title: 'Measured in work done' },
      tiles: [
        { value: claim('trainingSpeed'), label: 'training speed' },
        { value: claim('inferenceLatency'), label: 'inference latency' },
        { value: claim('powerEfficiency'), label: 'power efficiency' },
        { value: claim('nvlink'), label: 'NVLink, GPU to GPU' },
        { value: claim('hbm3eMemory'), label: `HBM3e memory, at ${claim('hbm3eBandwidth')}` },
        { value: claim('nvmePerNode'), label: 'NVMe storage per node, at most' },
        { value: claim('gpusPerNode'), label: 'GPUs per node' },
        { value: claim('gpusInService'), label: 'GPUs, as you scale' },
      ],
    },
    {
      kind: 'grid-3x3',
      id: 'use-cases',
      head: { caption: 'Use cases', title: 'Nine jobs it was built for' },
      cells: [
        {
          title: 'Model training',
          text: draft('From first weights to a finished model.'),
          icon: 'ai-machine-learning',
        },
        { title: 'Fine-tuning', text: draft('A given model, your data.'), icon: 'developer-tools' },
        { title: 'Inference', text: draft('Answers at a steady pace.'), icon: 'performance' },
        { title: 'Deep learning', text: draft('Many layers, many GPUs.'), icon: 'deep-learning' },
        { title: 'Multi-GPU computing', text: draft('One job across every node.'), icon: 'gpu-clusters' },
        { title: 'High-performance computing', text: draft('Simulation and numerics.'), icon: 'accelerators' },
        { title: 'Workflow automation', text: draft('Pipelines that run themselves.'), icon: 'workflow-automation' },
        { title: 'Research', text: draft('Questions without a known answer.'), icon: 'research-solutions' },
        { title: 'Enterprise', text: draft('Access by role, with audit logging.'), icon: 'enterprise-solutions' },
      ],
    },
    {
      kind: 'call-to-action',
      tone: 'sky',
      title: 'Put us beside somebody else',
      lead: `Send the same question to both. We reply in ${claim('replyPromise')}.`,
      actions: [{ label: 'Contact', to: '/contact' }],
    },
  ],
};

export default page;
