import { Cases } from './cases';
import { DeskPage, ProviderNotice } from './desk-parts';

/** The cases that need attention. */
export const Today = () => (
  <DeskPage title="Today">
    <ProviderNotice old="Refunds, disputes and states that changed in the last minutes" />
    <Cases />
  </DeskPage>
);
