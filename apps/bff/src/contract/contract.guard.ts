import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../problem/problem';
import { contractOperation } from './contract';
import { operationOf } from './registry';
import { requestFaults } from './validation';

/** Lets in what fits the contract. Runs after authentication. */
@Injectable()
export class ContractGuard implements CanActivate {
  canActivate(context: ExecutionContext) {
    const id = operationOf(context);
    const request = context.switchToHttp().getRequest<FastifyRequest<{ Querystring: Record<string, unknown> }>>();
    const errors = requestFaults(id, request, contractOperation(id).rawBody);
    if (errors.length) throw new Problem(400, 'invalid_input', 'The input is not valid.', { errors });
    return true;
  }
}
