import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { operationOf } from '../contract/operation';
import { requestFaults } from '../contract/validation';
import { Refusal } from '../problem/problem';

/** Refuses input that does not fit the contract. */
@Injectable()
export class ContractGuard implements CanActivate {
  canActivate(context: ExecutionContext) {
    const request = context.switchToHttp().getRequest<FastifyRequest<{ Querystring: Record<string, unknown> }>>();
    const errors = requestFaults(operationOf(context).id, request);
    if (errors.length) throw new Refusal('invalid_input', {}, { errors });
    return true;
  }
}
