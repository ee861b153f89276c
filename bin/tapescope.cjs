#!/usr/bin/env node
'use strict';
require('./start.cjs')('tapescope', 'start.mjs');
