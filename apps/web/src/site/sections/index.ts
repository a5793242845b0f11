import { ExplorerSection } from '../explorer/explorer';
import { ContactFormSection } from './contact-form';
import { sectionComponents } from './section-components';

/** What shows each kind of section. */
export const sections = {
  ...sectionComponents,
  explorer: ExplorerSection,
  calculator: () => null,
  'contact-form': ContactFormSection,
};
