import config from './playwright.config'
export default { ...config, timeout: 60_000, expect: { timeout: 8_000 }, globalSetup: undefined, use: { ...config.use, actionTimeout: 8000, screenshot: 'off', trace: 'off' }, }
