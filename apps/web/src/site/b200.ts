import { claim } from './claims';
import { contactAbout } from './explorer/pricing';
import { operator } from './operator';
import type { Announcement, Section, SpecCards } from './section';

const gb200Date = operator.gb200Date ? new Date(operator.gb200Date) : undefined;

/** These bands disappear with the first build after the operator's GB200 date. */
export const whileGb200IsAhead = (band: Section): Section[] => (gb200Date && gb200Date < new Date() ? [] : [band]);

export const earlyAccess: Announcement = {
  kind: 'announcement',
  label: 'Early access',
  text: `GB200 NVL72 and HGX B200. GB200 deployment starts ${claim('gb200Start')}.`,
  action: { label: 'Get early access', to: contactAbout('Early access') },
};

export const b200Card: SpecCards['cards'][number] = {
  title: 'B200',
  drawing: 'plan',
  rows: [
    { label: 'CUDA cores', value: claim('b200CudaCores') },
    { label: 'VRAM', value: claim('b200Vram') },
    { label: 'CPU cores', value: '96' },
    { label: 'Base storage', value: '4TB' },
    { label: 'Configuration bandwidth', value: claim('b200Bandwidth') },
  ],
  action: { label: 'Reserve B200', to: contactAbout('Reserve B200') },
};

export const reserveB200: SpecCards = {
  kind: 'spec-cards',
  head: {
    caption: 'Reserve B200',
    title: 'Reserve the B200',
    lead: 'Two configurations. Tell us how many you need and for how long.',
  },
  cards: [
    b200Card,
    {
      title: '144GB',
      rows: [
        { label: 'Cores', value: '2,000' },
        { label: 'VRAM', value: '144GB' },
        { label: 'CPU cores', value: '64' },
        { label: 'Base storage', value: '2TB' },
        { label: 'Connections', value: '500' },
        { label: 'Average cost', value: '$4/hr' },
      ],
      action: { label: 'Reserve', to: contactAbout('Reserve a 144GB configuration') },
    },
  ],
};
