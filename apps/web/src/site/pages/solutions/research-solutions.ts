import { applicationSteps, claim, draft } from '../../claims';
import { formatPrice } from '../../explorer/pricing';
import type { Page } from '../../page';
import { gpus } from '../../prices';

const hourOf = (name: string) =>
  gpus
    .filter(({ gpu }) => gpu === name)
    .map((gpu) => ({ value: formatPrice(gpu, 'inr', 'hour'), label: `an hour of ${name}` }));

const page: Page = {
  path: '/solutions/research-solutions',
  title: 'Research Solutions',
  description: `GPUs for researchers, from ${claim('gpusInService')}: by the hour for the search, by the month for the answer. Programme in three steps: apply, review, onboard.`,
  navColour: 'sky',
  nav: {
    group: 'Solutions',
    label: 'Research Solutions',
    hint: 'Apply, review, onboard',
    icon: 'research-solutions',
  },
  sections: [
    {
      kind: 'hero',
      layout: 'split',
      title: 'Research Solutions',
      lead: draft(
        'A hundred small runs, then one large one. GPUs by the hour for the search, by the month for the answer.',
      ),
      actions: [
        { label: 'Apply Now', to: '/contact?topic=Research%20programme' },
        { label: 'Learn More', to: '#search' },
      ],
      drawing: 'sweep',
      drawingCaption: 'A search over two settings. Each cell is a run, its size the result. One is the best.',
    },
    {
      kind: 'scale',
      id: 'search',
      head: {
        caption: 'How it goes',
        title: 'Search small, answer large',
        lead: 'Drawn to one scale: each cell is a GPU.',
      },
      steps: [
        { figure: '1', gpus: 1, text: draft('One GPU a run, and many short runs side by side.') },
        { figure: '8', gpus: 8, text: draft('The best setting again, at full size, on one node.') },
        {
          figure: '64',
          gpus: 64,
          text: draft('The same image on more of the same hardware, so that others can repeat it.'),
        },
        { figure: 'Thousands', gpus: 2912, text: draft('When the question is that large.') },
      ],
    },
    {
      kind: 'tiles',
      tone: 'film',
      head: { caption: 'Specification', title: 'What a laboratory gets' },
      tiles: [
        ...hourOf('A30'),
        ...hourOf('A100 80GB'),
        ...hourOf('H100'),
        ...hourOf('B200'),
        { value: claim('gpusInService'), label: 'of GPUs' },
        { value: claim('gpuModels'), label: 'GPU models' },
        { value: claim('nvmePerNode'), label: 'NVMe storage per node, at most' },
        { value: claim('supportHours'), label: 'support' },
      ],
    },
    {
      kind: 'steps',
      head: { caption: 'Programme', title: 'Three steps to enrol' },
      steps: applicationSteps,
      action: { label: 'The research programme', to: '/research' },
    },
    {
      kind: 'call-to-action',
      tone: 'sky',
      title: 'Tell us the question',
      lead: `What you want to find out, and what you have to find it with. We reply in ${claim('replyPromise')}.`,
      actions: [
        { label: 'Apply Now', to: '/contact?topic=Research%20programme' },
        { label: 'See pricing', to: '/pricing' },
      ],
    },
    { kind: 'related-pages', group: 'Solutions' },
  ],
};

export default page;
