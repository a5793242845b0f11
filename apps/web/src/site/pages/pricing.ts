import { earlyAccess, reserveB200 } from '../b200';
import { draft } from '../claims';
import type { Page } from '../page';
import { gpus, tiers } from '../prices';

const page: Page = {
  path: '/pricing',
  title: 'Pricing',
  description:
    'GPU prices in rupees and dollars, by the hour or the month: B200, H100, A100, L40S, L4, A40, A30. Compare them and find the cheaper plan.',
  navColour: 'white',
  nav: { group: 'Direct', label: 'Pricing' },
  sections: [
    {
      kind: 'price-hero',
      title: 'Priced by the hour',
      lead: 'Eight GPUs in rupees and dollars. Pay by the hour, by the month, or reserve for a year or two.',
      actions: [
        { label: 'Get Started', to: '/contact?topic=Pricing' },
        { label: 'Contact', to: '/contact' },
      ],
      gpus,
    },
    {
      kind: 'tiers',
      id: 'tiers',
      head: {
        caption: 'Pricing tiers',
        title: 'Five ways to pay',
        lead: draft('Billed by the minute. When spot capacity runs out, your work falls back to reserved.'),
      },
      tiers,
    },
    { ...reserveB200, id: 'reserve' },
    {
      kind: 'explorer',
      list: {
        id: 'explorer',
        head: {
          caption: 'GPU list prices',
          title: 'By the hour, by the month',
          lead: 'As listed in each currency. Neither is converted into the other.',
        },
      },
      calculator: {
        id: 'calculator',
        tone: 'film',
        head: {
          caption: 'Break-even',
          title: 'When does a month pay for itself?',
          lead: 'Divide the monthly price by the hourly one. Use a GPU for more hours than that and the month is cheaper.',
        },
      },
      gpus,
    },
    { kind: 'break-even', id: 'break-even', tone: 'film', gpus },
    {
      kind: 'gpu-cards',
      id: 'specs',
      head: {
        caption: 'Specifications',
        title: 'Eight GPUs, from 24 to 192 GB',
        lead: 'One cell is 8 GB of memory.',
      },
      gpus,
      source:
        'Memory of the B200 as on our own rating plate; all other memory sizes, bandwidths and NVLink rates are the maker’s public figures.',
    },
    earlyAccess,
  ],
};

export default page;
