import { readFileSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { catalogueOf, type Product } from '@novacore/shared/catalogue';
import type { Seller } from '@novacore/shared/formats';
import { Config } from './config';

/** Names the products and their seller. The build of the site has compared the operator's file with its example. */
@Injectable()
export class Catalogue {
  readonly products: Product[];
  readonly seller: Seller;

  /** @throws Error if the operator's file is no longer readable */
  constructor(config: Config) {
    this.products = catalogueOf(config);
    // The build accepts a byte-order mark too.
    const json = readFileSync(config.operatorFile, 'utf8').replace(/^\ufeff/, '');
    const { legalName, registeredAddress, gstin, gstStatement } = JSON.parse(json);
    this.seller = { legalName, registeredAddress, gstin, gstStatement };
  }

  /** The product at this price. */
  at = (amountPaise: number) => this.products.find((product) => product.amountPaise === amountPaise);

  /** The title of an order. Orders of release 1.3 have none, so they use the title of their product. */
  titleOf = ({ product, title }: { product: string; title: string | null }) =>
    title ?? this.products.find(({ code }) => code === product)?.title ?? product;
}
