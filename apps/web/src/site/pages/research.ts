import { applicationSteps, claim, draft } from '../claims';
import type { Page } from '../page';

const APPLY = { label: 'Apply Now', to: '/contact?topic=Research%20programme' };

const page: Page = {
  path: '/research',
  title: 'Research programme',
  description:
    'GPU time and engineering help for research groups: three fields, four benefits, eight research areas, and three steps from application to onboarding.',
  navColour: 'sky',
  nav: { group: 'Direct', label: 'Research' },
  sections: [
    {
      kind: 'hero',
      layout: 'split',
      title: 'Research',
      lead: draft('GPU time and engineering help for academic and independent research groups.'),
      actions: [APPLY, { label: 'How it works', to: '#enrolment' }],
      drawing: 'descent',
      drawingCaption: 'A loss surface. The bright columns are the steps of gradient descent to its lowest point.',
    },
    {
      kind: 'process',
      id: 'focus',
      head: { caption: 'Focus', title: 'Research fields we support' },
      panels: [
        {
          title: 'Models',
          text: draft('Machine learning and deep learning on B200 and H100, from a first model to a cluster.'),
          drawing: 'focus-models',
        },
        {
          title: 'Systems',
          text: draft('Many GPUs working as one: NVLink inside a node, InfiniBand between nodes.'),
          drawing: 'focus-systems',
        },
        {
          title: 'Efficiency',
          text: draft('The same result at lower cost: inference optimization, scheduling and power.'),
          drawing: 'focus-efficiency',
        },
      ],
    },
    {
      kind: 'table',
      id: 'benefits',
      tone: 'film',
      head: { caption: 'Programme benefits', title: 'What research groups get' },
      columns: [{ label: 'Benefit' }, { label: 'What you get', full: true }, { label: 'Detail' }],
      rows: [
        ['GPUs', draft('Start with one GPU and add more as your work grows.'), claim('gpusInService')],
        ['Storage', draft('NVMe in each node, so that GPUs do not wait for data.'), claim('nvmePerNode')],
        ['Support', draft('At any hour, with a response SLA.'), claim('supportResponseShort')],
        [
          'Engineering help',
          draft('Deployment support and GPU optimization from our engineers.'),
          '[Services](/services)',
        ],
      ],
    },
    {
      kind: 'grid-3x3',
      id: 'areas',
      head: { caption: 'Research areas', title: 'Eight research areas' },
      centre: 'Your question',
      cells: [
        { title: 'Deep learning', text: draft('Networks with many layers, on many GPUs.'), icon: 'deep-learning' },
        { title: 'Machine learning', text: draft('Models, data and training methods.'), icon: 'ai-machine-learning' },
        { title: 'Multi-GPU computing', text: draft('Near-linear scaling, and what limits it.'), icon: 'gpu-clusters' },
        {
          title: 'High-performance computing',
          text: draft('Simulation and numerical work on GPUs.'),
          icon: 'accelerators',
        },
        { title: 'Inference optimization', text: draft('Faster answers with less memory.'), icon: 'performance' },
        {
          title: 'Workflow automation',
          text: draft('Pipelines that run without manual steps.'),
          icon: 'workflow-automation',
        },
        { title: 'Power efficiency', text: draft('More results per watt.'), icon: 'power' },
        { title: 'Security', text: draft('Separate data on shared machines.'), icon: 'security-compliance' },
      ],
    },
    {
      kind: 'steps',
      id: 'enrolment',
      tone: 'sky',
      head: { caption: 'Enrolment', title: 'How to enrol' },
      steps: applicationSteps,
      action: APPLY,
    },
    {
      kind: 'announcement',
      label: 'Think Tank',
      text: 'Articles from the programme: coming soon.',
      action: { label: 'About the Think Tank', to: '/think-tank' },
    },
  ],
};

export default page;
