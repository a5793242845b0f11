import { b200Card } from '../../b200';
import { claim, draft } from '../../claims';
import { formatPrice } from '../../explorer/pricing';
import type { Page } from '../../page';
import { gpus } from '../../prices';

/** Gigabytes per cell. */
const cellGb = 8;

const b200 = gpus.filter(({ gpu }) => gpu === 'B200');

const page: Page = {
  path: '/discover/next-gen-gpus',
  title: 'Next-gen GPUs: the B200',
  description: `The B200 generation: ${claim('b200Vram')} of memory on each GPU and ${claim('b200CudaCores')} CUDA cores, eight to a board. By the hour or by the month.`,
  navColour: 'white',
  nav: { group: 'Discover', label: 'Next-gen GPUs', hint: 'The B200 generation', icon: 'next-gen-gpus' },
  sections: [
    {
      kind: 'hero',
      layout: 'wide',
      title: 'Next-gen GPUs',
      lead: draft(
        `The B200 generation: ${claim('b200Vram')} on each GPU, eight to a board, each within reach of the others.`,
      ),
      actions: [
        { label: 'Explore', to: '/product/gpu-clusters' },
        { label: 'Contact Us', to: '/contact?topic=B200' },
      ],
      drawing: 'baseboard',
      drawingCaption:
        'A board of eight. One heat sink is lifted off: two dies in the middle, eight stacks of memory beside them.',
    },
    {
      kind: 'spec-cards',
      id: 'b200',
      head: {
        caption: 'B200',
        title: 'What is on the plate',
        lead: 'The machine on the left, the price on the right.',
      },
      cards: [
        b200Card,
        {
          title: 'Price',
          rows: b200.flatMap((gpu) => [
            { label: 'an hour', value: formatPrice(gpu, 'inr', 'hour') },
            { label: 'an hour', value: formatPrice(gpu, 'usd', 'hour') },
            { label: 'a month', value: formatPrice(gpu, 'inr', 'month') },
            { label: 'a month', value: formatPrice(gpu, 'usd', 'month') },
          ]),
          action: { label: 'See pricing', to: '/pricing' },
        },
      ],
    },
    {
      kind: 'bar-chart',
      tone: 'film',
      head: {
        caption: 'Memory',
        title: 'Room for the model',
        lead: draft(
          `A model has to fit before it can be fast. One B200 holds what takes eight L4s, so fewer GPUs carry the same weights. One cell is ${cellGb} GB.`,
        ),
      },
      rows: gpus.map(({ gpu, memoryGb }) => ({ label: gpu, value: `${memoryGb} GB`, cells: memoryGb / cellGb })),
    },
    {
      kind: 'announcement',
      label: 'Coming Soon',
      text: `GB200 NVL72 and HGX B200. GB200 deployment starts ${claim('gb200Start')}.`,
      action: { label: 'Reserve your cluster', to: '/contact?topic=Reserve%20your%20cluster' },
    },
    {
      kind: 'call-to-action',
      tone: 'sky',
      title: 'Run your model on a B200',
      lead: `Name the model and we tell you how many it takes. We reply in ${claim('replyPromise')}.`,
      actions: [
        { label: 'Book a Demo', to: '/contact?topic=Book%20a%20Demo%3A%20B200' },
        { label: 'Learn More', to: '#b200' },
      ],
    },
    { kind: 'related-pages', group: 'Discover' },
  ],
};

export default page;
