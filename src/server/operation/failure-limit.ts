/** Counts what may be done a few times only, by account, address or firm; a negative cost gives attempts back. */
export interface FailureLimit {
  takeFailure(
    kind: string,
    account: string,
    rule: { limit: number; windowSeconds: number },
    cost: number,
  ): Promise<{ isAllowed: boolean; retryAfterSeconds: number }>
}
