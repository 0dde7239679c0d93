/** The environment that the service runs in, by NODE_ENV. */

export type Environment = 'development' | 'test' | 'demo' | 'production'

export function readEnvironment(env: NodeJS.ProcessEnv): Environment {
  const name = env.NODE_ENV || 'development'
  return name === 'development' || name === 'test' || name === 'demo' ? name : 'production'
}

export const hasRateLimitScale = (environment: Environment): boolean =>
  environment === 'development' || environment === 'test'
