/** Thrown inside the sandbox only; the API's edge turns it into an answer of Stripe's shape. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly type: 'invalid_request_error' | 'idempotency_error' | 'api_error' | 'card_error',
    readonly code: string | null,
    message: string,
    readonly param: string | null = null,
  ) {
    super(message)
  }

  body(): { error: Record<string, string> } {
    const { type, code, message, param } = this
    return { error: { type, message, ...(code && { code }), ...(param && { param }) } }
  }
}

export function badRequest(code: string | null, message: string, param: string | null = null): ApiError {
  return new ApiError(400, 'invalid_request_error', code, message, param)
}

/** 404 for the object that the path names, 400 for one that a parameter names. */
export function noSuch(object: string, id: string, param: string | null = null): ApiError {
  const status = param === null || param === 'id' ? 404 : 400
  const message = `No such ${object}: '${id}'`
  return new ApiError(status, 'invalid_request_error', 'resource_missing', message, param ?? 'id')
}
