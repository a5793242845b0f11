test('what a full storage does not take is kept as long as the document, and no older value comes back', () => {
  const kept = new Map([['token', 'of another person']]);
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => void kept.delete(key),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  Object.assign(globalThis, { window: { localStorage } });
  jest.isolateModules(() => {
    const { local } = require('./storage');
    local.setItem('token', 'mine');
    expect([local.getItem('token'), local.isStored('token'), kept.size]).toEqual(['mine', false, 0]);
    local.removeItem('token');
    expect(local.getItem('token')).toBeNull();
  });
});
