import { claim } from '../claims';
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
      lead: claim('whyLead'),
      actions: [
        { label: 'Contact', to: '/contact' },
        { label: 'Compare prices', to: '/pricing' },
      ],
    },
    {
      kind: 'sheet',
      id: 'differences',
      tone: 'film',
      head: { caption: 'Six differences', title: 'What you would miss elsewhere' },
      cells: [
        { title: 'B200 and H100', wide: true, text: claim('whyGpus'), drawing: 'nodes' },
        { title: 'Bare metal', text: claim('whyBareMetal'), icon: 'gpu-servers' },
        { title: claim('supportResponseShort'), figure: true, text: claim('whySupport') },
        { title: claim('iso27001'), figure: true, text: claim('whySecurity') },
        {
          title: 'Two price tags',
          text: claim('whyPrices'),
          icon: 'analytics-platform',
          action: { label: 'Pricing', to: '/pricing' },
        },
        { title: 'A network between the GPUs', wide: true, text: claim('whyNetwork'), drawing: 'focus-systems' },
      ],
    },
    {
      kind: 'split',
      id: 'architecture',
      head: { caption: 'GPU architecture', title: 'Inside the B200' },
      text: claim('architectureText'),
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
      kind: 'nine',
      id: 'use-cases',
      head: { caption: 'Use cases', title: 'Nine jobs it was built for' },
      cells: [
        { title: 'Model training', text: claim('useTraining'), icon: 'ai-machine-learning' },
        { title: 'Fine-tuning', text: claim('useFineTuning'), icon: 'developer-tools' },
        { title: 'Inference', text: claim('useInference'), icon: 'performance' },
        { title: 'Deep learning', text: claim('useDeepLearning'), icon: 'deep-learning' },
        { title: 'Multi-GPU computing', text: claim('useCluster'), icon: 'gpu-clusters' },
        { title: 'High-performance computing', text: claim('useHpc'), icon: 'accelerators' },
        { title: 'Workflow automation', text: claim('useAutomation'), icon: 'workflow-automation' },
        { title: 'Research', text: claim('useResearch'), icon: 'research-solutions' },
        { title: 'Enterprise', text: claim('useEnterprise'), icon: 'enterprise-solutions' },
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
