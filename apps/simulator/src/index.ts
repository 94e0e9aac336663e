/** The simulator: drives a demo race or a recording through the public API and doors, as cars and organisers would. */
export { competitorRequest, type Competitor } from './competitor.js';
export { simulatorConfig } from './config.js';
export { startDemoRace, DEMO_PLANNER, type DemoOptions } from './demo/demo.js';
export { DEMO_EVENT_NAME } from './demo/event.js';
export { sectorPicture } from './sector-picture.js';
export { receiveOrders } from './receive-orders.js';
export { createPhone, type Phone, type PhoneInput } from './phone.js';
