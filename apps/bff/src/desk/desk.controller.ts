import { Controller, UseInterceptors } from '@nestjs/common';
import { In, Operation } from '../contract/operation';
import type { Input } from '../contract/types';
import { DeskBooks } from './books/desk-books.service';
import { DeskCases } from './cases/desk-cases.service';
import { DeskToday } from './desk-today.service';
import { DeskErrors } from './http/desk.guards';
import { DeskPasskey } from './http/desk-passkey.service';
import { DeskOrderLists } from './orders/desk-order-lists.service';
import { DeskOrders } from './orders/desk-orders.service';
import { DeskPeople } from './people/desk-people.service';

@Controller()
@UseInterceptors(DeskErrors)
export class DeskController {
  constructor(
    private readonly today: DeskToday,
    private readonly cases: DeskCases,
    private readonly orders: DeskOrders,
    private readonly lists: DeskOrderLists,
    private readonly people: DeskPeople,
    private readonly books: DeskBooks,
    private readonly passkeys: DeskPasskey,
  ) {}

  @Operation('getDeskAccess')
  getDeskAccess(@In() input: Input<'getDeskAccess'>) {
    return this.today.access(input.caller);
  }

  @Operation('logInToDesk')
  logInToDesk(@In() input: Input<'logInToDesk'>) {
    return this.passkeys.logIn(input);
  }

  @Operation('confirmPasskey')
  confirmPasskey(@In() input: Input<'confirmPasskey'>) {
    return this.passkeys.confirm(input);
  }

  @Operation('listDeskCases')
  listDeskCases(@In() input: Input<'listDeskCases'>) {
    return this.cases.list(input);
  }

  @Operation('waitDeskCase')
  waitDeskCase(@In() input: Input<'waitDeskCase'>) {
    return this.cases.wait(input);
  }

  @Operation('finishDeskCase')
  finishDeskCase(@In() input: Input<'finishDeskCase'>) {
    return this.cases.finish(input);
  }

  @Operation('getDeskFigures')
  getDeskFigures() {
    return this.today.getFigures();
  }

  @Operation('getDeskHealth')
  getDeskHealth() {
    return this.today.getHealth();
  }

  @Operation('listDeskOrders')
  listDeskOrders(@In() input: Input<'listDeskOrders'>) {
    return this.lists.list(input);
  }

  @Operation('findDeskOrders')
  findDeskOrders(@In() input: Input<'findDeskOrders'>) {
    return this.lists.find(input);
  }

  @Operation('exportDeskOrders')
  exportDeskOrders(@In() input: Input<'exportDeskOrders'>) {
    return this.lists.export(input);
  }

  @Operation('askDeskProvider')
  askDeskProvider(@In() input: Input<'askDeskProvider'>) {
    return this.lists.ask(input);
  }

  @Operation('getDeskOrder')
  getDeskOrder(@In() input: Input<'getDeskOrder'>) {
    return this.orders.get(input);
  }

  @Operation('checkDeskOrder')
  checkDeskOrder(@In() input: Input<'checkDeskOrder'>) {
    return this.orders.check(input);
  }

  @Operation('refundDeskOrder')
  refundDeskOrder(@In() input: Input<'refundDeskOrder'>) {
    return this.orders.refund(input);
  }

  @Operation('closeDeskDispute')
  closeDeskDispute(@In() input: Input<'closeDeskDispute'>) {
    return this.orders.closeDispute(input);
  }

  @Operation('findDeskPeople')
  findDeskPeople(@In() input: Input<'findDeskPeople'>) {
    return this.people.find(input);
  }

  @Operation('getDeskPerson')
  getDeskPerson(@In() input: Input<'getDeskPerson'>) {
    return this.people.get(input);
  }

  @Operation('endDeskSessions')
  endDeskSessions(@In() input: Input<'endDeskSessions'>) {
    return this.people.endSessions(input);
  }

  @Operation('resendDeskMail')
  resendDeskMail(@In() input: Input<'resendDeskMail'>) {
    return this.people.resendMail(input);
  }

  @Operation('listDeskSettlements')
  listDeskSettlements(@In() input: Input<'listDeskSettlements'>) {
    return this.books.list(input);
  }

  @Operation('getDeskSettlement')
  getDeskSettlement(@In() input: Input<'getDeskSettlement'>) {
    return this.books.get(input);
  }

  @Operation('getDeskMonth')
  getDeskMonth(@In() input: Input<'getDeskMonth'>) {
    return this.books.month(input);
  }

  @Operation('closeDeskMonth')
  closeDeskMonth(@In() input: Input<'closeDeskMonth'>) {
    return this.books.close(input);
  }

  @Operation('exportDeskBooks')
  exportDeskBooks(@In() input: Input<'exportDeskBooks'>) {
    return this.books.export(input);
  }

  @Operation('listDeskStaff')
  listDeskStaff(@In() input: Input<'listDeskStaff'>) {
    return this.people.listStaff(input.caller);
  }

  @Operation('listDeskLog')
  listDeskLog(@In() input: Input<'listDeskLog'>) {
    return this.people.listLog(input);
  }
}
