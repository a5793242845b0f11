import { formatIndianDate } from '@novacore/shared/formats';
import { productName } from '../../ui/product-name';
import { earlyAccess, reserveB200, whileGb200IsAhead } from '../b200';
import { claim, draft } from '../claims';
import { operator } from '../operator';
import type { Page } from '../page';
import { gpus, priceNote, tiers } from '../prices';
import { purchaseNote } from '../purchase';

const page: Page = {
  path: '/pricing',
  title: 'Pricing',
  description:
    'GPU prices in rupees and dollars, by the hour or the month: B200, H100, A100, L40S, L4, A40, A30. Compare them and find the cheaper plan.',
  navColour: 'white',
  part: 'price-explorer',
  nav: { group: 'Direct', label: 'Pricing' },
  sections: [
    {
      kind: 'price-hero',
      title: 'Priced by the hour',
      lead: 'Eight GPUs in rupees and US dollars. Pay by the hour or by the month, or reserve for one or two years.',
      actions: [
        { label: 'Get Started', to: '/contact?topic=Pricing' },
        { label: 'Contact', to: '/contact' },
      ],
      source: `${productName} price list, ${formatIndianDate(new Date().toISOString())}. ${operator.legalName}, ${operator.registeredAddress}. ${import.meta.env.PUBLIC_URL}`,
    },
    {
      kind: 'explorer',
      list: { id: 'explorer', head: { caption: 'GPU list prices', title: 'One GPU', lead: priceNote } },
      calculator: {
        id: 'calculator',
        tone: 'film',
        head: {
          caption: 'Break-even',
          title: 'When is monthly cheaper than hourly?',
          lead: 'Choose a GPU and the hours you need. The calculator shows the cheaper plan.',
        },
      },
      gpus,
      source: `Memory of the B200: our configuration. All other specifications: NVIDIA data sheets. ${claim('b200Bandwidth')} in the block below is the bandwidth of our B200 configuration, not of its memory.`,
    },
    {
      kind: 'tiers',
      id: 'tiers',
      head: {
        caption: 'Per order',
        title: 'Pricing tiers',
        lead: draft(
          'These rates are an hour of a full configuration, not of one GPU. We quote them on request. Percentages refer to rupee rates.',
        ),
      },
      tiers,
      note: draft(
        'On-Demand is billed by the minute. When spot capacity runs out, your work moves to reserved capacity. Your order states the rate.',
      ),
    },
    { ...reserveB200, id: 'reserve' },
    {
      kind: 'rows',
      id: 'included',
      tone: 'film',
      head: { caption: 'Before you order', title: 'What a price includes' },
      rows: [
        { title: 'One hour', text: operator.hourIncludes },
        { title: 'Tax', text: operator.gstStatement },
        {
          title: `The ${claim('paymentAmount')} payment`,
          text: purchaseNote,
          action: { label: 'Create an account', to: '/signup' },
        },
        {
          title: 'Questions',
          text: 'Access, cancellation, refunds and support.',
          action: { label: 'Read the FAQ', to: '/legal#faq' },
        },
      ],
    },
    ...whileGb200IsAhead(earlyAccess),
  ],
};

export default page;
