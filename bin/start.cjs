'use strict';

// What each installed command runs first. Old syntax only: a Node that is too old has to be able to read this to say so.
var fs = require('fs');
var path = require('path');

// SQLite's addon is built for version 10 of Node's interface and ends the process in an older one, without a word.
var LOWEST_INTERFACE = 10;
var LOWEST_NODE = '22.14';
var PLATFORMS = ['linux', 'darwin', 'win32'];
var PROCESSORS = ['x64', 'arm64'];

function whyNot() {
  if (!(parseInt(process.versions.napi, 10) >= LOWEST_INTERFACE)) {
    return 'Tapescope needs Node ' + LOWEST_NODE + ', 24 or newer; this is Node ' + process.versions.node + '.';
  }
  if (PLATFORMS.indexOf(process.platform) < 0 || PROCESSORS.indexOf(process.arch) < 0) {
    return 'Tapescope runs on Linux, macOS and Windows with x64 or arm64; this is ' + process.platform + ' with ' + process.arch + '.';
  }
  return null;
}

/** Runs `program` (a bundle in out/main), or in a checkout the script that builds it first and brings a Node of its own. */
module.exports = function start(program, script) {
  var inCheckout = path.join(__dirname, '..', 'scripts', script);
  if (fs.existsSync(inCheckout)) {
    import(require('url').pathToFileURL(inCheckout).href);
    return;
  }
  var why = whyNot();
  if (why === null) {
    require('../out/main/' + program + '.js');
  } else {
    console.error(why);
    process.exitCode = 1;
  }
};
