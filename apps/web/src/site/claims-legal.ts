import { contract, draft } from './claim-scope';

/** What the legal pages owe, and their wording, which the provider still has to review. */
export const legalClaims = {
  paymentAmount: contract('₹150'),

  // the thirteen questions of the legal centre
  faqTermination: draft(
    'Either side ends an agreement with {terminationNotice} notice. Write to us through the contact page.',
  ),
  faqUptime: draft('An uptime SLA of {uptimeSla}. How it is measured stands in your order.'),
  faqExport: draft('You get at least {dataExportNotice} notice to export your data before it is removed.'),
  faqBillingPeriods: draft('Monthly or annually, as your order says.'),
  faqCurrency: draft(
    'In {billingCurrency}. List prices are shown in rupees and in dollars; neither is converted into the other.',
  ),
  faqCards: draft(
    'In a checkout run by Razorpay, our payment provider. Card details go to Razorpay and never reach our servers. You get a receipt.',
  ),
  faqRefund: draft(
    'Money that arrives twice for one order goes back by itself. Everything else is in the [refund policy](/refund-policy).',
  ),
  faqSupport: draft('Support is there {supportHours}, with a response SLA of {supportResponse}.'),
  faqDataCentres: draft('In India and the US.'),
  faqEncryption: draft('With {encryption}. Access to data is written to an audit log.'),
  faqStandards: draft(
    '{iso27001}, {soc2}, {hipaa} and {gdpr}. The [security page](/discover/security-compliance) has more.',
  ),
  faqLogin: draft('Yes. You can also use an e-mail address and a password.'),
  faqPartnership: draft(
    'Use the [contact page](/contact?topic=Partnership%20and%20licensing). We reply in {replyPromise}.',
  ),

  // the other parts of the legal centre
  legalLead: draft('What we owe you, what you owe us, and where it is written.'),
  aiComplianceText: draft(
    'You decide what is trained and on which data, and answer for your right to use it. We keep the machines and the access to them in order.',
  ),
  commitmentText: draft('Four figures that we want to be measured by.'),
  partnershipText: draft('Reselling, integration, joint research, a licence: write what you have in mind.'),

  // each stands for the whole document of the same name in `documents/`
  noticeSummary: draft('Every document that holds between you and NovaCore, in one place.'),
  termsSummary: draft('The rules for the site, your account and our services.'),
  cookiesSummary: draft('This site sets no cookies. It keeps a few things in your own browser.'),
  privacySummary: draft('What we know about you, why, how long, and what you can ask of us.'),
  refundSummary: draft('When money goes back, how, and whom to ask.'),
};
