import { operator } from '../site/operator';
import type { Page } from '../site/page';
import { type GpuPrice, gpus } from '../site/prices';
import { productName } from '../ui/product-name';

const context = 'https://schema.org';

const organization = (publicUrl: string) => ({
  '@context': context,
  '@type': 'Organization',
  name: productName,
  url: `${publicUrl}/`,
  logo: `${publicUrl}/apple-touch-icon.png`,
  legalName: operator.legalName,
  address: operator.registeredAddress,
  telephone: operator.phone,
  taxID: operator.gstin,
  email: operator.contactEmail,
  sameAs: operator.social.map(({ address }) => address),
});

const offer = (price: number, priceCurrency: string, unitCode: string, url: string) => ({
  '@type': 'Offer',
  url,
  price,
  priceCurrency,
  priceSpecification: { '@type': 'UnitPriceSpecification', price, priceCurrency, unitCode },
});

/** HUR and MON are the UN/CEFACT codes of an hour and a month. */
const product = (gpu: GpuPrice, publicUrl: string) => ({
  '@type': 'Product',
  name: `${gpu.gpu} GPU`,
  brand: { '@type': 'Brand', name: productName },
  offers: [
    offer(gpu.inrPerHour, 'INR', 'HUR', `${publicUrl}/pricing`),
    offer(gpu.inrPerMonth, 'INR', 'MON', `${publicUrl}/pricing`),
    offer(gpu.usdPerHour, 'USD', 'HUR', `${publicUrl}/pricing`),
    offer(gpu.usdPerMonth, 'USD', 'MON', `${publicUrl}/pricing`),
  ],
});

const priceList = (publicUrl: string) => ({
  '@context': context,
  '@type': 'ItemList',
  name: 'GPU prices',
  itemListElement: gpus.map((gpu, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    item: product(gpu, publicUrl),
  })),
});

/** Removes inline markup. */
const plain = (text: string) => text.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1').replace(/[*`]/g, '');

const questions = (page: Page) => page.sections.flatMap((section) => (section.kind === 'faq' ? section.questions : []));

const faq = (page: Page) => ({
  '@context': context,
  '@type': 'FAQPage',
  mainEntity: questions(page).map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: plain(answer) },
  })),
});

/** The home page and the page. A menu has no page, so it is no crumb. */
const breadcrumbs = (page: Page, publicUrl: string) => ({
  '@context': context,
  '@type': 'BreadcrumbList',
  itemListElement: [
    { name: 'Home', path: '/' },
    { name: page.nav?.label ?? page.title, path: page.path },
  ].map(({ name, path }, index) => ({ '@type': 'ListItem', position: index + 1, name, item: publicUrl + path })),
});

const showsPrices = ({ sections }: Page) =>
  sections.some(({ kind }) => kind === 'prices' || kind === 'price-hero' || kind === 'explorer');

export function structuredDataOf(page: Page, publicUrl: string): object[] {
  if (page.noindex) return [];
  return [
    page.path === '/' ? organization(publicUrl) : breadcrumbs(page, publicUrl),
    ...(questions(page).length ? [faq(page)] : []),
    ...(showsPrices(page) ? [priceList(publicUrl)] : []),
  ];
}
