// Jest loads no ES module by `require`; its environment has loaded this one.
module.exports = globalThis.formats;
