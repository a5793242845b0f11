import { claim } from '../claims';
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
      lead: claim('researchLead'),
      actions: [APPLY, { label: 'How it works', to: '#enrolment' }],
      drawing: 'descent',
      drawingCaption:
        'A loss surface, one column a point. The bright ones are the steps of a descent to its lowest place.',
    },
    {
      kind: 'line',
      id: 'focus',
      head: { caption: 'Focus', title: 'Three fields', lead: 'What we look for in an application.' },
      panels: [
        { title: 'Models', text: claim('focusModels'), drawing: 'focus-models' },
        { title: 'Systems', text: claim('focusSystems'), drawing: 'focus-systems' },
        { title: 'Efficiency', text: claim('focusEfficiency'), drawing: 'focus-efficiency' },
      ],
    },
    {
      kind: 'rows',
      id: 'benefits',
      tone: 'film',
      head: { caption: 'Programme benefits', title: 'What a group gets' },
      rows: [
        { title: 'GPUs', text: claim('benefitScale'), figure: claim('gpusInService') },
        { title: 'Storage', text: claim('benefitStorage'), figure: claim('nvmePerNode') },
        { title: 'Support', text: claim('benefitSupport'), figure: claim('supportResponseShort') },
        { title: 'Hands', text: claim('benefitHands'), action: { label: 'Services', to: '/services' } },
      ],
    },
    {
      kind: 'nine',
      id: 'areas',
      head: { caption: 'Research areas', title: 'Eight areas around one question' },
      centre: 'Your question',
      cells: [
        { title: 'Deep learning', text: claim('areaDeepLearning'), icon: 'deep-learning' },
        { title: 'Machine learning', text: claim('areaMachineLearning'), icon: 'ai-machine-learning' },
        { title: 'Multi-GPU computing', text: claim('areaMultiGpu'), icon: 'gpu-clusters' },
        { title: 'High-performance computing', text: claim('areaHpc'), icon: 'accelerators' },
        { title: 'Inference optimization', text: claim('areaInference'), icon: 'performance' },
        { title: 'Workflow automation', text: claim('areaAutomation'), icon: 'workflow-automation' },
        { title: 'Power efficiency', text: claim('areaEnergy'), icon: 'vision' },
        { title: 'Security', text: claim('areaSecurity'), icon: 'security-compliance' },
      ],
    },
    {
      kind: 'steps',
      id: 'enrolment',
      tone: 'sky',
      head: { caption: 'Enrolment', title: 'Three steps in' },
      steps: [
        { title: 'Submit Application', text: claim('stepApply') },
        { title: 'Review Process', text: claim('stepReview') },
        { title: 'Onboarding', text: claim('stepOnboarding') },
      ],
      action: APPLY,
    },
    {
      kind: 'strip',
      label: 'Think Tank',
      text: 'Notes from the programme are on their way.',
      action: { label: 'See what is coming', to: '/think-tank' },
    },
  ],
};

export default page;
