# SPDX-License-Identifier: MIT
"""Conan 2 recipe: `conan create .` builds the package of the folder that this file is in."""
import os
import re

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load, rmdir

required_conan_version = '>=2.0'


class DxkConan(ConanFile):
    name = 'dxk'
    license = 'MIT'
    description = 'Library and tools for DirectX shader containers and DXIL'
    topics = ('directx', 'shader', 'dxil', 'dxbc')
    package_type = 'library'
    settings = 'os', 'arch', 'compiler', 'build_type'
    options = {'shared': [True, False], 'fPIC': [True, False], 'with_zlib': [True, False], 'with_yaml': [True, False],
               'tools': [True, False]}
    default_options = {'shared': False, 'fPIC': True, 'with_zlib': True, 'with_yaml': True, 'tools': True}
    test_package_folder = 'packages/test_package'
    exports_sources = 'CMakeLists.txt', 'LICENSE', 'cli/*', 'cmake/*', 'docs/man/*', 'include/*', 'src/*'

    def set_version(self):
        text = load(self, os.path.join(self.recipe_folder, 'CMakeLists.txt'))
        self.version = re.search(r'project\(dxk VERSION ([0-9.]+)', text).group(1)

    def config_options(self):
        if self.settings.os == 'Windows':
            del self.options.fPIC

    def configure(self):
        if self.options.shared:
            self.options.rm_safe('fPIC')
        self.settings.rm_safe('compiler.libcxx')
        self.settings.rm_safe('compiler.cppstd')

    def layout(self):
        cmake_layout(self)

    def requirements(self):
        if self.options.with_zlib:
            self.requires('zlib/[>=1.2.11 <2]')
        if self.options.with_yaml:
            self.requires('libyaml/[>=0.2.5 <1]')

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.variables['DXK_SHARED'] = self.options.shared
        toolchain.variables['DXK_CLI'] = self.options.tools
        toolchain.variables['DXK_ZLIB'] = self.options.with_zlib
        toolchain.variables['DXK_YAML'] = self.options.with_yaml
        toolchain.variables['DXK_STATIC'] = False
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, 'LICENSE', self.source_folder, os.path.join(self.package_folder, 'licenses'))
        CMake(self).install()
        rmdir(self, os.path.join(self.package_folder, 'lib', 'cmake'))
        rmdir(self, os.path.join(self.package_folder, 'lib', 'pkgconfig'))
        rmdir(self, os.path.join(self.package_folder, 'share'))

    def package_info(self):
        self.cpp_info.libs = ['dxk']
        self.cpp_info.set_property('cmake_file_name', 'dxk')
        self.cpp_info.set_property('cmake_target_name', 'dxk::dxk')
        self.cpp_info.set_property('pkg_config_name', 'dxk')
        if self.options.shared:
            self.cpp_info.defines = ['DXK_BUILD_SHARED']
