import { readFileSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { catalogueOf, type Product } from '@novacore/shared/catalogue';
import type { Seller } from '@novacore/shared/formats';
import { Config } from './config';

/** The products and their seller. */
@Injectable()
export class Catalogue {
  readonly products: Product[];
  readonly seller: Seller;

  /** @throws Error if the operator's file is not readable */
  constructor(config: Config) {
    this.products = catalogueOf(config);
    // The file may start with a byte-order mark.
    const json = readFileSync(config.operatorFile, 'utf8').replace(/^\ufeff/, '');
    const { legalName, registeredAddress, gstin, gstStatement } = JSON.parse(json);
    this.seller = { legalName, registeredAddress, gstin, gstStatement };
  }

  at = (amountPaise: number) => this.products.find((product) => product.amountPaise === amountPaise);

  /** Orders of release 1.3 have no title, so we use the title of the product. */
  titleOf = ({ product, title }: { product: string; title: string | null }) =>
    title ?? this.products.find(({ code }) => code === product)?.title ?? product;
}
