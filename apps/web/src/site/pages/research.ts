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
      lead: draft('GPU time, and help with using it, for people who want to find something out.'),
      actions: [APPLY, { label: 'How it works', to: '#enrolment' }],
      drawing: 'descent',
      drawingCaption:
        'A loss surface, one column a point. The bright ones are the steps of a descent to its lowest place.',
    },
    {
      kind: 'process',
      id: 'focus',
      head: { caption: 'Focus', title: 'Three fields', lead: 'What we look for in an application.' },
      panels: [
        {
          title: 'Models',
          text: draft('Machine learning and deep learning on B200 and H100, from a first model to a cluster.'),
          drawing: 'focus-models',
        },
        {
          title: 'Systems',
          text: draft('Many GPUs as one: NVLink inside the node, InfiniBand between the nodes.'),
          drawing: 'focus-systems',
        },
        {
          title: 'Efficiency',
          text: draft('The same result for less: inference optimization, scheduling, power.'),
          drawing: 'focus-efficiency',
        },
      ],
    },
    {
      kind: 'rows',
      id: 'benefits',
      tone: 'film',
      head: { caption: 'Programme benefits', title: 'What a group gets' },
      rows: [
        { title: 'GPUs', text: draft('Start on one GPU and grow with the question.'), figure: claim('gpusInService') },
        {
          title: 'Storage',
          text: draft('NVMe storage, up to this much per node, so that GPUs do not wait for data.'),
          figure: claim('nvmePerNode'),
        },
        {
          title: 'Support',
          text: draft(`Support ${claim('supportHours')}, with a response SLA.`),
          figure: claim('supportResponseShort'),
        },
        {
          title: 'Hands',
          text: draft('Deployment support and GPU optimization from the people who run the machines.'),
          action: { label: 'Services', to: '/services' },
        },
      ],
    },
    {
      kind: 'grid-3x3',
      id: 'areas',
      head: { caption: 'Research areas', title: 'Eight areas around one question' },
      centre: 'Your question',
      cells: [
        { title: 'Deep learning', text: draft('Networks with many layers, over many GPUs.'), icon: 'deep-learning' },
        {
          title: 'Machine learning',
          text: draft('Models, data and how one becomes the other.'),
          icon: 'ai-machine-learning',
        },
        {
          title: 'Multi-GPU computing',
          text: draft('Near-linear scaling, and what gets in its way.'),
          icon: 'gpu-clusters',
        },
        {
          title: 'High-performance computing',
          text: draft('Simulation and numerical work on GPUs.'),
          icon: 'accelerators',
        },
        { title: 'Inference optimization', text: draft('Answers sooner, with less memory.'), icon: 'performance' },
        {
          title: 'Workflow automation',
          text: draft('Pipelines that run without a hand on them.'),
          icon: 'workflow-automation',
        },
        { title: 'Power efficiency', text: draft('More work from every watt.'), icon: 'vision' },
        { title: 'Security', text: draft('Shared machines, separate data.'), icon: 'security-compliance' },
      ],
    },
    {
      kind: 'steps',
      id: 'enrolment',
      tone: 'sky',
      head: { caption: 'Enrolment', title: 'Three steps in' },
      steps: applicationSteps,
      action: APPLY,
    },
    {
      kind: 'announcement',
      label: 'Think Tank',
      text: 'Notes from the programme are on their way.',
      action: { label: 'See what is coming', to: '/think-tank' },
    },
  ],
};

export default page;
